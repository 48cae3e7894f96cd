import { all, first, hostOf, idOf, isObject, type Json, text } from './read.ts';
import type { Outcome } from './report.ts';

/**
 * Whether an issuer's hosted assertions may live at this one's id (Open Badges 2.0 §VerificationObject for Profile
 * properties): under `startsWith`, or on one of `allowedOrigins`; where the issuer says neither, on its own host.
 */
export function isInScope(assertion: Json, issuer: Json): { outcome: Outcome; message: string } {
  const how = first(assertion.verification ?? assertion.verify);
  const kinds = isObject(how) ? all(how.type ?? how['@type']).map(String) : [];
  if (!kinds.some((kind) => /(^|[:#/])(hosted|HostedBadge)$/.test(kind)))
    return {
      outcome: 'unknown',
      message: 'It is not a hosted badge: signed ones cannot be checked here.',
    };
  const id = idOf(assertion) ?? '';
  const says = first(issuer.verification);
  const rules = isObject(says) ? says : {};
  const prefixes = all(rules.startsWith).map(String);
  const origins = all(rules.allowedOrigins).map(String);
  const own = hostOf(text(issuer.id ?? issuer['@id']));
  const hosts = prefixes.length + origins.length === 0 && own ? [own] : origins.map(hostOf);
  const isGood = prefixes.some((prefix) => id.startsWith(prefix)) || hosts.includes(hostOf(id));
  return isGood && hostOf(id)
    ? { outcome: 'valid', message: 'It is hosted where its issuer says that its badges are.' }
    : {
        outcome: 'invalid',
        message: 'It is hosted where its issuer does not say that its badges are.',
      };
}
