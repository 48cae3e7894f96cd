import { weightOfJson, weightsOf } from '../../../kernel/accept.ts';

export type Form = 'json' | 'ld' | 'page';

/**
 * Which form of a public document a reader wants (decisions, "Public documents"): JSON-LD when named and ranked at
 * least as high as JSON, the page when HTML is ranked above both, otherwise JSON.
 */
export function chooseForm(accept: string | undefined): Form {
  const weight = weightsOf(accept);
  const json = weightOfJson(weight);
  const ld = weight('application/ld+json') ?? 0;
  if ((weight('text/html') ?? 0) > Math.max(json, ld)) return 'page';
  return ld > 0 && ld >= json ? 'ld' : 'json';
}
