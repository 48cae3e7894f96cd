import { all, isObject, type Json, text } from '../../shared/read.ts';
import { fetchNamed } from './fetch-named.ts';
import type { Seeking } from './find-key.ts';
import { excess } from './limits.ts';
import { type Finding, unknown } from './report.ts';
import { issuerOf } from './shape.ts';

/**
 * 1EdTech Revocation List 1.0: a list of ids. Deprecated but in use. Unsigned, so only its origin
 * shows whose it is.
 */
export async function checkNamed(entry: Json, document: Json, seeking: Seeking): Promise<Finding> {
  const address = text(entry.id) ?? '';
  if (!isSecure(address)) return unknown('The revocation list has no https address');
  const answer = await fetchNamed(address, seeking.read);
  if (typeof answer === 'string') return unknown(`The revocation list ${answer}`);
  const list = answer.document;
  if (!isObject(list) || excess(list)) return unknown('The revocation list isn’t valid');
  if (issuerOf(list) !== seeking.issuer)
    return unknown('The revocation list belongs to another issuer');
  const revoked = [...all(list.revokedCredential), ...all(list.revokedCredentials)];
  const found = revoked.find((each) => text(each) === document.id);
  if (found === undefined)
    return { outcome: 'valid', message: 'The credential hasn’t been revoked.' };
  const reason = isObject(found) ? text(found.revocationReason) : undefined;
  return {
    outcome: 'invalid',
    means: 'revoked',
    message: reason
      ? `The issuer revoked this credential: ${reason}`
      : 'The issuer revoked this credential.',
  };
}

/** Can't be changed in transit: TLS, or this machine. */
function isSecure(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  if (protocol === 'https:') return true;
  return (
    protocol === 'http:' && /^(?:(?:.+\.)?localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)
  );
}
