export { newestFirst, oldestFirst } from './along.ts';
export { answers } from './answers.ts';
export { batchedById } from './batch.ts';
export {
  type Connection,
  connect,
  type Database,
  leadsThroughPooler,
  type Trx,
} from './connect.ts';
export { countWith, figuresOf, noteWith } from './count.ts';
export { type DatabaseFault, databaseFault } from './database-fault.ts';
export { dropSome } from './drop-some.ts';
export { type Binaries, findBinaries, packageName } from './embedded/binaries.ts';
export { majorOf } from './embedded/initialise.ts';
export {
  AnotherAccount,
  closeToGuests,
  isOurs,
  type Joined,
  joinEmbedded,
  NoDatabaseYet,
} from './embedded/join.ts';
export { layoutOf, upgradeCluster } from './embedded/layout.ts';
export { DataDirectoryInUse, openEmbedded } from './embedded/open.ts';
export { isAlive } from './embedded/postmaster.ts';
export {
  clearUpgrade,
  isBrokenOffAtLast,
  listOld,
  markUpgraded,
  putAside,
  putInPlace,
  removeOld,
} from './embedded/succession.ts';
export {
  diskFull,
  isCallerGone,
  isDatabaseAway,
  isPassing,
  isRolledBack,
  sqlState,
} from './failure.ts';
export {
  HalfRestored,
  halfRestored,
  markRestoring,
  unmarkRestoring,
} from './half-restored.ts';
export { inSteps, stepRows } from './in-steps.ts';
export { insist, type RetryOptions } from './insist.ts';
export {
  agreedTime,
  forgetMonths,
  idsBetween,
  type Log,
  pageOf,
  readPage,
  type Window,
  windowsOf,
} from './logs/index.ts';
export { migrate, schemaState } from './migrate.ts';
export { type MigrationFile, readMigrations } from './migration-files.ts';
export { openClient, openWritable } from './open-client.ts';
export { type Fresh, openReplicas, type Replicas } from './replicas/replicas.ts';
export { restBetween } from './rest.ts';
export { besideNewer, type SchemaState, schemaFault, tooOldFor } from './schema-rules.ts';
export { type FunctionFile, readFunctions } from './sql-functions.ts';
export { byValues } from './statements.ts';
export { readTarget, targetFault } from './target.ts';
export { refuseUnfit, UnfitDatabase, versionFault } from './unfit.ts';
export { watchSchema } from './watch-schema.ts';
export { causesWork, onWork, onWorkOfOthers, tellOfWork, wakeFor } from './work.ts';
