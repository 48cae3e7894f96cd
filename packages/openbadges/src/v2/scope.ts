import { all, first, hostOf, idOf, isObject, type Json, text, words } from '../shared/read.ts';
import type { Outcome } from '../shared/reader.ts';

/**
 * Checks that the issuer's assertions may be hosted at this id (Open Badges 2.0 §VerificationObject
 * for Profile properties): under `startsWith`, or on one of `allowedOrigins`; by default on the
 * issuer's own host.
 */
export function isInScope(assertion: Json, issuer: Json): { outcome: Outcome; message: string } {
  const how = first(assertion.verification ?? assertion.verify);
  const kinds = isObject(how) ? words(how.type ?? how['@type']) : [];
  if (!kinds.some((kind) => /(^|[:#/])(hosted|HostedBadge)$/.test(kind)))
    return {
      outcome: 'unknown',
      message: 'This document says that it’s signed. Verify the signed file (JWS) instead.',
    };
  const id = idOf(assertion) ?? '';
  return hostOf(id) && isWhereSaid(id, issuer)
    ? {
        outcome: 'valid',
        message: 'The credential is hosted where the issuer publishes its credentials.',
      }
    : {
        outcome: 'invalid',
        message: 'The credential isn’t hosted where the issuer publishes its credentials.',
      };
}

function isWhereSaid(id: string, issuer: Json): boolean {
  const says = first(issuer.verification);
  const { startsWith, allowedOrigins }: Json = isObject(says) ? says : {};
  if (all(startsWith).length + all(allowedOrigins).length === 0)
    return hostOf(text(issuer.id ?? issuer['@id'])) === hostOf(id);
  // Parsed once: both may be long.
  const whole = URL.canParse(id) ? new URL(id).href : undefined;
  return (
    (whole !== undefined && words(startsWith).some((prefix) => isUnder(prefix, whole))) ||
    words(allowedOrigins).map(hostOf).includes(hostOf(id))
  );
}

/** A prefix that ends at a path or query boundary: /a covers /a/1, not /ab. */
function isUnder(prefix: string, whole: string): boolean {
  if (!URL.canParse(prefix)) return false;
  const start = new URL(prefix).href;
  if (!whole.startsWith(start)) return false;
  const rest = whole.slice(start.length);
  if (rest === '') return true;
  return start.includes('?')
    ? /[=&]$/.test(start) || /^[&#]/.test(rest)
    : start.endsWith('/') || /^[/?#]/.test(rest);
}
