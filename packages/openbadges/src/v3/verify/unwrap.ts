import { isCompactJws } from '../../shared/jws.ts';
import { all, type Json, words } from '../../shared/read.ts';
import { v2 } from './context-addresses.ts';
import type { Finding } from './report.ts';

const credential = 'EnvelopedVerifiableCredential';
const presentation = 'EnvelopedVerifiablePresentation';
/** Media types of JWTs (Securing Verifiable Credentials using JOSE and COSE §6.1, and its drafts). */
const jwtTypes = new Map([
  [credential, ['application/vc+jwt', 'application/vc-ld+jwt', 'application/jwt']],
  [presentation, ['application/vp+jwt', 'application/vp-ld+jwt', 'application/jwt']],
]);

/**
 * Returns the JWT in an envelope (Verifiable Credentials Data Model 2.0 §4.13.1, §4.13.2), or why
 * none can be read.
 */
export function jwtInEnvelope(document: Json): { jwt: string } | Finding {
  const [type, ...more] = words(document.type);
  const types = jwtTypes.get(type ?? '');
  const invalid = (message: string): Finding => ({
    outcome: 'invalid',
    message: `${message} (VC 4.13).`,
  });
  if (!types || more.length > 0) return invalid('The envelope has types that aren’t allowed');
  if (!all(document['@context']).includes(v2))
    return invalid('The envelope lacks the context of verifiable credentials');
  const [, media = '', content = ''] =
    /^data:([^;,]*)(?:;[^,]*)?,(.*)$/s.exec(words(document.id).join()) ?? [];
  if (media === '') return invalid('The envelope’s id isn’t a data: URL');
  const isOther = [...jwtTypes.values()].flat().includes(media);
  if (isOther && !types.includes(media))
    return invalid('The envelope’s content doesn’t match its type');
  if (!isOther)
    return {
      outcome: 'unknown',
      message: `Envelopes with “${media.slice(0, 60)}” aren’t supported.`,
    };
  return isCompactJws(content) ? { jwt: content } : invalid('The envelope doesn’t contain a JWT');
}
