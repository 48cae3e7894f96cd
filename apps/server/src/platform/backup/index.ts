export { type Copied, copyAcross, copyOut, sumOfTable } from './copy.ts';
export { eachOf } from './each-of.ts';
export { BackupFault, damaged } from './fault.ts';
export {
  checkFiles,
  finishBackup,
  idAt,
  listBackups,
  pathIn,
  removeBackup,
  type Sums,
} from './files.ts';
export {
  dropUnlisted,
  eachImage,
  healImage,
  keepImages,
  keptImage,
  listImages,
} from './images.ts';
export { firstUsed, load, notEmpty, ofBackup, type Source } from './load.ts';
export { type Lock, lock } from './lock.ts';
export { type Backup, type Manifest, readBackup, secretFile } from './manifest.ts';
export { openRepository } from './open-repository.ts';
export { type Repository, readWhole, writeWhole } from './repository.ts';
export { seal, unseal } from './seal.ts';
export { inSnapshot, type Session } from './session.ts';
export { estimateRows, quoted, readTables, type Table } from './tables.ts';
