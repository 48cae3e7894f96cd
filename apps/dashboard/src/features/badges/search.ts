import { searchOf, text } from '../../shared/search.ts';

/** What the address says of the list. */
export const searchOfBadges = searchOf({ search: text });
