import type { Answer } from '../../shared/reader.ts';
import type { Seeking } from './find-key.ts';

/**
 * Reads the document at an address named by a credential, or returns a phrase that says why not.
 */
export async function fetchNamed(
  address: string,
  read: Seeking['read'],
): Promise<Extract<Answer, { status: number }> | string> {
  if (!/^https?:\/\//i.test(address)) return 'has no web address';
  const answer = await read(address);
  if ('problem' in answer) return answer.problem;
  return answer.status === 200 ? answer : `couldn’t be fetched (HTTP ${answer.status})`;
}
