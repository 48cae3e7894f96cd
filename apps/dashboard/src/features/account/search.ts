import { oneOf, searchOf } from '../../shared/search.ts';

/** What is open above the screen, so that signing in again comes back to it. */
export const searchOfAccount = searchOf({ do: oneOf(['password', 'delete']) });
