export { type MigrationFile, readMigrations, watchSchema } from './applied-migrations.ts';
export { createBatchLoader, deleteBatch, MAX_STEP_ROWS, repeatInSteps } from './batch.ts';
export {
  connect,
  type DatabaseConnection,
  isBehindPooler,
  openClient,
  openWritableClient,
  pingDatabase,
} from './connect.ts';
export { Database, type Trx } from './database.ts';
export { type Binaries, findBinaries, postgresPackage } from './embedded/binaries.ts';
export {
  archiveCluster,
  clearUpgrade,
  installUpgrade,
  isSwapInterrupted,
  listOldClusters,
  markUpgraded,
  removeOldCluster,
} from './embedded/cluster-swap.ts';
export {
  isOwnCluster,
  type JoinedDatabase,
  joinEmbedded,
  NoDatabaseError,
  OtherAccountError,
  rejectGuests,
} from './embedded/join.ts';
export { getLayout, upgradeCluster } from './embedded/layout.ts';
export { DataDirectoryInUse, openEmbedded, readMajorVersion } from './embedded/open.ts';
export { isAlive, readProcessStart } from './embedded/postmaster.ts';
export {
  type DatabaseError,
  describeDatabaseError,
  diskFull,
  isCallerDeleted,
  isDatabaseUnavailable,
  isRolledBack,
  isTransientDatabaseError,
  sqlState,
} from './failure.ts';
export { newestFirst, oldestFirst } from './keyset.ts';
export {
  getAgreedTime,
  maintainPartitions,
  type PartitionedLog,
} from './logs/maintain-partitions.ts';
export { findIdBounds, readPage, selectPage, splitIntoWindows, type Window } from './logs/pages.ts';
export { migrate, readSchemaState } from './migrate.ts';
export { type FreshReader, openReplicas, type Replicas } from './replicas/replicas.ts';
export { type RetryOptions, retryUntil } from './retry-until.ts';
export {
  describeNewerSchema,
  findIncompatibility,
  findSchemaError,
  type SchemaState,
} from './schema-rules.ts';
export { type FunctionFile, readFunctions } from './sql-functions.ts';
export { customPlan } from './statement-pool.ts';
export {
  assertSupportedDatabase,
  findVersionError,
  UnsupportedDatabaseError,
} from './supported-database.ts';
export { findTargetError, readTarget } from './target.ts';
export {
  clearRestoreMark,
  findUnfinishedRestore,
  markRestoreStarted,
  UnfinishedRestoreError,
} from './unfinished-restore.ts';
export { createPoller, type WorkSignals } from './work-signals.ts';
