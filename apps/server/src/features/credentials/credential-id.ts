import { readId } from '../../kernel/id.ts';
import { invalid, Problem } from '../../kernel/problem.ts';

/** The id in a path, which the body may repeat in `field`. */
export function credentialId(inPath: string, repeated?: string, field = 'awardId'): string {
  const id = readId(inPath);
  if (!id) throw new Problem('credential_not_found');
  if (repeated !== undefined && readId(repeated) !== id)
    throw invalid(field, 'differs from the path');
  return id;
}
