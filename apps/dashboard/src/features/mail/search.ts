import { mailStates } from '@insignia/contract/calls';
import { oneOf, searchOf, text } from '../../shared/search.ts';

/** What the address says of the list. */
export const searchOfMail = searchOf({ state: oneOf(mailStates), search: text });

/** API filter. Email addresses contain @, names don't. */
export function filterOf({ state, search }: ReturnType<typeof searchOfMail>) {
  const searchField: 'email' | 'name' = search?.includes('@') ? 'email' : 'name';
  return { ...(state && { state }), ...(search && { search, searchField }) };
}
export type Filter = ReturnType<typeof filterOf>;
