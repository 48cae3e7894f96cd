export { checksumTable, copyAcross, copyOut, type TableCopy } from './copy.ts';
export {
  buildBackupPath,
  type Checksums,
  checkFiles,
  createBackupId,
  finishBackup,
  listBackups,
  removeBackup,
} from './files.ts';
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
export { type Backup, type Manifest, readBackup, secretFile } from './manifest.ts';
export { openRepository } from './open-repository.ts';
export { decryptWithPassphrase, encryptWithPassphrase } from './passphrase.ts';
export {
  BackupError,
  damagedBackup,
  type Repository,
  readWhole,
  writeWhole,
} from './repository.ts';
export { type DatabaseSession, inSnapshot } from './session.ts';
export { type BackupTable, estimateRows, quoteTable, readTables } from './tables.ts';
