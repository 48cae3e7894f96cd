import { type AwardFilter, awardFilter } from '@insignia/contract';
import { invalid, Problem } from '../../kernel/problem.ts';

/** The `filter` query parameter: a JSON object in text. */
export function readFilter(text: string | undefined): AwardFilter {
  const parsed = awardFilter.safeParse(text === undefined ? {} : parse(text));
  if (parsed.success) return parsed.data;
  const details = parsed.error.issues.map(({ path, message }) => ({
    path: ['filter', ...path].join('.'),
    message,
  }));
  throw new Problem('invalid_request', { details });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalid('filter', 'must be a JSON object such as {"search":"ada"}');
  }
}
