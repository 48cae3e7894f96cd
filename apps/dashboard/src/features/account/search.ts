import { createSearchParser, oneOfParam } from '../../shared/search.ts';

/** Open dialog in the URL, so that signing in again returns to it. */
export const parseAccountSearch = createSearchParser({ do: oneOfParam(['password', 'delete']) });
