import { all, isObject, type Json, text } from '../../shared/read.ts';
import { fetchList } from './fetch-list.ts';
import type { Seeking } from './find-key.ts';
import { excess } from './limits.ts';
import { type Finding, unknown } from './report.ts';
import { issuerOf } from './shape.ts';

/** 1EdTech Revocation List 1.0: a list of ids. Deprecated, but there. */
export async function checkNamed(entry: Json, document: Json, seeking: Seeking): Promise<Finding> {
  const answer = await fetchList(text(entry.id) ?? '', seeking.read);
  if (typeof answer === 'string') return unknown(`Its revocation list ${answer}`);
  const list = answer.document;
  if (!isObject(list) || excess(list)) return unknown('Its revocation list is none');
  if (issuerOf(list) !== seeking.issuer) return unknown('Its revocation list is of another issuer');
  const revoked = [...all(list.revokedCredential), ...all(list.revokedCredentials)];
  const found = revoked.find((each) => text(each) === document.id);
  if (found === undefined) return { outcome: 'valid', message: 'It has not been revoked.' };
  const reason = isObject(found) ? text(found.revocationReason) : undefined;
  return {
    outcome: 'invalid',
    means: 'revoked',
    message: reason ? `It was revoked by its issuer: ${reason}` : 'It was revoked by its issuer.',
  };
}
