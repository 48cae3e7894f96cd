import { oneOf, searchOf } from '../../shared/search.ts';

/** Open dialog in the URL, so that signing in again returns to it. */
export const searchOfAccount = searchOf({ do: oneOf(['password', 'delete']) });
