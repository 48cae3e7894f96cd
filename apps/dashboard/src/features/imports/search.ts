import { createSearchParser, oneOfParam, textParam } from '../../shared/search.ts';

export const wizardSteps = ['file', 'match', 'check', 'issue'] as const;
export type WizardStep = (typeof wizardSteps)[number];

/** Draft, step, row filter and badge in the URL. */
export const parseImportSearch = createSearchParser({
  draft: textParam,
  step: oneOfParam(wizardSteps),
  only: oneOfParam(['faults', 'duplicates']),
  badge: textParam,
});
