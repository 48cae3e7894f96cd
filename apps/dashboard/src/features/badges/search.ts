import { createSearchParser, textParam } from '../../shared/search.ts';

/** What the address says of the list. */
export const parseBadgesSearch = createSearchParser({ search: textParam });
