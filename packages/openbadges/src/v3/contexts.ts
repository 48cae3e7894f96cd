/**
 * Contexts of our documents in this order (Verifiable Credentials 2.0 §4.3, Open Badges 3.0
 * §AchievementCredential).
 */
export const credentialsContext = 'https://www.w3.org/ns/credentials/v2';
export const openBadgesContext = 'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json';
