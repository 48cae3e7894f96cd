import { createSearchParser, textParam } from '../../shared/search.ts';

/** Reads the search of the list from the URL. */
export const parseBadgesSearch = createSearchParser({ search: textParam });
