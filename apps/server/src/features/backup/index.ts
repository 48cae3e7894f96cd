export {
  type Backup,
  type BackupManifest,
  buildBackupPath,
  type Checksums,
  checkFiles,
  createBackupId,
  finishBackup,
  listBackups,
  readBackup,
  removeBackup,
  secretFile,
} from './files.ts';
export { openRepository, toFolderError } from './folder.ts';
export {
  copyNewImages,
  deleteUnlistedImages,
  forEachConcurrent,
  forEachImage,
  readBackedUpImage,
  repairImage,
  writeImageList,
} from './images.ts';
export {
  createBackupSource,
  databaseNotEmpty,
  findUsedTable,
  loadTables,
  type RowSource,
} from './load.ts';
export { lockRepository, type RepositoryLock } from './lock.ts';
export { decryptWithPassphrase, encryptWithPassphrase } from './passphrase.ts';
export {
  BackupError,
  damagedBackup,
  type Repository,
  readWhole,
  toBucketError,
  writeWhole,
} from './repository.ts';
export { type DatabaseSession, inSnapshot, withOwnConnection } from './session.ts';
export {
  type BackupTable,
  checksumTable,
  copyAcross,
  copyOut,
  estimateRows,
  quoteTable,
  readTables,
  type TableCopy,
} from './tables.ts';
