export { newestFirst, oldestFirst } from './along.ts';
export { batchedById } from './batch.ts';
export { type Connection, connect, type Database, type Trx } from './connect.ts';
export { DataDirectoryInUse, openEmbedded } from './embedded/open.ts';
export { isDatabaseAway, isPassing, sqlState } from './failure.ts';
export { hasWords, indexedWords, inOrder, searched } from './find-credentials.ts';
export { insist, type Patience } from './insist.ts';
export { migrate } from './migrate.ts';
export { byValues } from './statements.ts';
