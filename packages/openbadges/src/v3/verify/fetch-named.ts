import type { Answer } from '../../shared/reader.ts';
import type { Seeking } from './find-key.ts';

/** The document at an address that a credential names, or a phrase that says why there is none. */
export async function fetchNamed(
  address: string,
  read: Seeking['read'],
): Promise<Extract<Answer, { status: number }> | string> {
  if (!/^https?:\/\//i.test(address)) return 'has no web address';
  const answer = await read(address);
  if ('problem' in answer) return answer.problem;
  return answer.status === 200 ? answer : `could not be fetched (${answer.status})`;
}
