import { mailStates } from '@insignia/contract/calls';
import { createSearchParser, oneOfParam, textParam } from '../../shared/search.ts';

/** Reads the filters of the list from the URL. */
export const parseMailSearch = createSearchParser({
  state: oneOfParam(mailStates),
  search: textParam,
});

/** API filter. Email addresses contain @, names don't. */
export function buildMailFilter({ state, search }: ReturnType<typeof parseMailSearch>) {
  const searchField: 'email' | 'name' = search?.includes('@') ? 'email' : 'name';
  return { ...(state && { state }), ...(search && { search, searchField }) };
}
export type MailFilter = ReturnType<typeof buildMailFilter>;
