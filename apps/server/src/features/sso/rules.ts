import { asciiDomain, roleRanks, type SsoRole } from '@insignia/contract';

export type RoleRules = {
  claim: string | null;
  map: Record<string, SsoRole>;
  default: SsoRole | null;
};

/** Identity that a provider has proven. */
export type SsoIdentity = {
  /** Stable and unique within the connection: `sub` or NameID. At most 512 characters. */
  subject: string;
  email: string | undefined;
  /** The provider vouches for the address. */
  emailVerified: boolean;
  name: string | undefined;
  /** When the user signed in at the provider (epoch milliseconds). Not checked. */
  authenticatedAt?: number | undefined;
  /** For the role map and the report of a test. */
  claims: Record<string, unknown>;
};

/** One line of a test's report. */
export type SsoCheck = { check: string; isGood: boolean; detail: string };

/** How long a user has for the provider's form. */
export const signInLifetimeMs = 5 * 60_000;
export const testLinkLifetimeMs = 10 * 60_000;
/** How long a domain stays verified after its record disappeared. */
export const missingRecordMs = 14 * 86_400_000;
export const recheckMs = 86_400_000;
const warningMs = 30 * 86_400_000;
export const MAX_SUBJECT = 512;

/** Why a sign-in was refused. Names appear in the audit log and in metrics. */
export const ssoReasons = [
  'unknownRequest',
  'otherBrowser',
  'connectionOff',
  'providerUnavailable',
  'providerRefused',
  'providerAnswer',
  'secretLost',
  'noSubject',
  'noEmail',
  'emailUnverified',
  'otherDomain',
  'noRole',
  'notInvited',
  'noSeat',
  'removed',
  'disabled',
  'otherSubject',
] as const;
export type SsoReason = (typeof ssoReasons)[number];

/** The check of a test's report that fails with each reason. */
export const failedChecks: Readonly<Record<SsoReason, string>> = {
  unknownRequest: 'provider',
  otherBrowser: 'provider',
  connectionOff: 'provider',
  providerUnavailable: 'provider',
  providerRefused: 'provider',
  providerAnswer: 'provider',
  secretLost: 'provider',
  noSubject: 'provider',
  noEmail: 'email',
  emailUnverified: 'email',
  otherDomain: 'email',
  otherSubject: 'user',
  disabled: 'user',
  removed: 'member',
  notInvited: 'member',
  noSeat: 'member',
  noRole: 'role',
};

/** A refused sign-in. `detail` is for admins, and contains no personal data. */
export class SsoRefusal extends Error {
  readonly reason: SsoReason;
  readonly detail: string | undefined;

  constructor(reason: SsoReason, detail?: string, options?: ErrorOptions) {
    super(reason, options);
    this.reason = reason;
    this.detail = detail;
  }
}

export const emailDomain = (email: string): string | undefined =>
  asciiDomain(email.slice(email.lastIndexOf('@') + 1));

/**
 * Whether the provider vouches for the address. Entra ID sends xms_edov in place of email_verified, Cognito
 * booleans as texts. At Google, anyone may have an account with an address at another's domain, verified
 * once: only accounts of an organization have `hd`.
 */
export function vouchesForEmail(
  issuer: string,
  { email_verified: verified, xms_edov: owner, hd }: Record<string, unknown>,
): boolean {
  if (issuer === 'https://accounts.google.com' && typeof hd !== 'string') return false;
  return verified === undefined
    ? ['true', '1'].includes(String(owner))
    : String(verified) === 'true';
}

/** The address, if the provider vouches for it and its domain is exactly one of the connection's. */
export function requireEmail(
  { email, emailVerified }: SsoIdentity,
  { verifiedDomains }: { verifiedDomains: readonly string[] },
): string {
  if (!email) throw new SsoRefusal('noEmail');
  if (!emailVerified) throw new SsoRefusal('emailUnverified');
  const domain = emailDomain(email);
  if (!domain || !verifiedDomains.includes(domain)) throw new SsoRefusal('otherDomain', domain);
  return email;
}

/** Values of a claim. Numbers and booleans count as their text; objects have none. */
function readClaim(claims: Record<string, unknown>, name: string): string[] {
  const value = Object.hasOwn(claims, name) ? claims[name] : undefined;
  const values = Array.isArray(value) ? value : [value];
  return values.flatMap((one) =>
    ['string', 'number', 'boolean'].includes(typeof one) ? [String(one)] : [],
  );
}

/** The highest role of the claim's values, or the default. Null if the user gets none. */
export function chooseRole(
  { claim, map, default: fallback }: RoleRules,
  claims: Record<string, unknown>,
): SsoRole | null {
  const found = (claim ? readClaim(claims, claim) : []).flatMap((value) =>
    Object.hasOwn(map, value) ? [map[value] as SsoRole] : [],
  );
  return found.sort((a, b) => roleRanks[b] - roleRanks[a])[0] ?? fallback;
}

/** True from 30 days before `at`. In epoch milliseconds. */
export const isSoon = (at: number, now: number): boolean => at - now <= warningMs;
