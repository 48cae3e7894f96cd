import type { Json } from '../../shared/read.ts';
import { words } from '../../shared/read.ts';
import type { PublicKey } from './public-key.ts';
import type { Finding } from './report.ts';

/** Signatures only: with HMAC or `none`, anyone could sign (RFC 8725 §2.1). */
const algorithms = new Map<unknown, PublicKey['kind']>([
  ['RS256', 'RSA'],
  ['ES256', 'P-256'],
  ['ES384', 'P-384'],
  ['EdDSA', 'Ed25519'],
  ['Ed25519', 'Ed25519'],
]);
/** Valid signature algorithms that this package can't check. */
const unreadAlgorithms: unknown[] = [
  ...['RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256K', 'ES512', 'Ed448'],
];

/**
 * Returns the kind of key that the header of a JWS requires, or why the signature proves nothing.
 */
export function keyKindOf({ alg, crit }: Json): PublicKey['kind'] | Finding {
  if (unreadAlgorithms.includes(alg))
    return { outcome: 'unknown', message: `Signatures of type ${alg} aren’t supported.` };
  const kind = algorithms.get(alg);
  if (!kind)
    return {
      outcome: 'invalid',
      message: `The signature algorithm proves nothing (${words(alg).join().slice(0, 20)}).`,
    };
  // Open Badges 3.0 §Create the JOSE Header allows no other members, and RFC 7515 §4.1.11 forbids
  // ignoring what `crit` names.
  return crit === undefined
    ? kind
    : {
        outcome: 'invalid',
        message: 'The JWT’s header requires an extension that credentials don’t use (crit).',
      };
}
