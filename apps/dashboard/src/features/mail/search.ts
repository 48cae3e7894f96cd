import { mailStates } from '@insignia/contract/calls';
import { createSearchParser, oneOfParam, textParam } from '../../shared/search.ts';

/** Reads the filters of the list from the URL. */
export const parseMailSearch = createSearchParser({
  state: oneOfParam(mailStates),
  search: textParam,
});

export function buildMailFilter({ state, search }: ReturnType<typeof parseMailSearch>) {
  return { ...(state && { state }), ...(search && { search }) };
}
export type MailFilter = ReturnType<typeof buildMailFilter>;
