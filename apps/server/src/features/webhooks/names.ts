/** What a process counts of webhooks. */
export const attemptsTotal = 'insignia_webhook_attempts_total';
