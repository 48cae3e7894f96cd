import { oneOf, searchOf, text } from '../../shared/search.ts';

export const steps = ['file', 'match', 'check', 'issue'] as const;
export type Step = (typeof steps)[number];

/** Draft, step, row filter and badge in the URL. */
export const searchOfImport = searchOf({
  draft: text,
  step: oneOf(steps),
  only: oneOf(['faults', 'duplicates']),
  badge: text,
});
