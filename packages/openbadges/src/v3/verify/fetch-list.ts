import type { Seeking } from './find-key.ts';

/** What stands at the address of a list, or a phrase that says why nothing can be had from there. */
export async function fetchList(
  address: string,
  read: Seeking['read'],
): Promise<{ document: unknown } | string> {
  if (!/^https?:\/\//i.test(address)) return 'has no web address';
  const answer = await read(address);
  if ('problem' in answer) return answer.problem;
  return answer.status === 200 ? answer : `could not be fetched (${answer.status})`;
}
