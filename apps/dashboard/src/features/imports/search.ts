import { oneOf, searchOf, text } from '../../shared/search.ts';

export const steps = ['file', 'match', 'check', 'issue'] as const;
export type Step = (typeof steps)[number];

/** What the address says: which list is being prepared, at which step, which of its rows are shown, and for which badge. */
export const searchOfImport = searchOf({
  draft: text,
  step: oneOf(steps),
  only: oneOf(['faults', 'duplicates']),
  badge: text,
});
