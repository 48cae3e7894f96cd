import {
  type Access,
  type ErrorCode,
  noLimit,
  type Plan,
  plans,
  type Role,
  roles,
} from '@insignia/contract';
import type { Caller } from '../../kernel/caller.ts';

/** Allowed = scope AND role (decisions, "Who is asking"); undefined when it is. */
export function refusal(access: Exclude<Access, 'public'>, caller: Caller): ErrorCode | undefined {
  if (access.who === 'person' || access.personOnly) if (caller.keyId) return 'person_required';
  if (access.who === 'person') return undefined;
  if (access.scope === 'write' && caller.scope === 'read') return 'scope_too_small';
  return isAtLeast(caller.role, access.role) ? undefined : 'role_too_small';
}

export function isAtLeast(role: Role, least: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(least);
}

export function limitsOf(plan: Plan): (typeof plans)[Plan] {
  return plans[plan];
}

/** As told to people: null where there is none. */
export function shownLimits(plan: Plan) {
  const { issuers, seats, credentials } = limitsOf(plan);
  const shown = (limit: number) => (limit === noLimit ? null : limit);
  return { issuers: shown(issuers), seats: shown(seats), credentials: shown(credentials) };
}

/** Sign-ups that nobody confirmed in this time are gone. */
export const signUpLivesMs = 24 * 3_600_000;

const freshSignInMs = 5 * 60_000;
/** How far the clocks of two machines may be apart. */
const clockToleranceMs = 60_000;

/** Epoch milliseconds: whether a sign-in is young enough for what cannot be undone; one that is to come never is. */
export function isFresh(signedInAt: number | undefined, now: number): boolean {
  if (signedInAt === undefined) return false;
  return signedInAt <= now + clockToleranceMs && now - signedInAt <= freshSignInMs;
}
