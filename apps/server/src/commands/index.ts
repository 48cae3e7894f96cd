export {
  changePlan,
  createAccount,
  deleteAccount,
  inviteToAccount,
  listAccountKeys,
  listAccounts,
  revokeKeyById,
  showAccount,
} from './accounts.ts';
export { type BackupResult, createBackup, listBackupsAt } from './backup/backup.ts';
export {
  type RestoreResult,
  readBackupSecret,
  restoreBackup,
  testRestore,
} from './backup/restore.ts';
export type { BackupVerification } from './backup/verify.ts';
export { CommandError, type CommandErrorKind } from './command-error.ts';
export { runDoctor } from './doctor/doctor.ts';
export type { DoctorFinding, FindingOutcome } from './doctor/findings.ts';
export { type MovedImages, moveImages } from './images/move.ts';
export { type PinStatus, type RepairedPins, repairPins, showPins } from './images/pins.ts';
export { type VerifiedImages, verifyImages } from './images/verify.ts';
export {
  disablePlatform,
  disableSsoConnection,
  listPlatforms,
  listProvisioningRequests,
  listProvisioningTokens,
  listSsoConnections,
  revokeProvisioningToken,
  showPlatform,
  showSsoConnection,
  unlinkSsoUser,
} from './institutions.ts';
export {
  type ExportSummary,
  exportIssuerArchive,
  type ImportSummary,
  importIssuerArchive,
  reopenIssuer,
} from './issuers.ts';
export {
  deleteJobs,
  enableWebhook,
  listAllWebhooks,
  listDeadJobs,
  resumeAfterRestore,
  retryJobs,
} from './jobs.ts';
export {
  listMails,
  processReturnedMail,
  resendMail,
  showBouncedAddresses,
  unblockAddress,
} from './mail.ts';
export {
  disableUserByEmail,
  enableUserByEmail,
  removeFactorByEmail,
  sendPasswordLink,
} from './people.ts';
export { rotateServiceSecret, type SecretRotation } from './secret.ts';
export {
  type CommandContext,
  type CommandService,
  checkSchema,
  migrateDatabase,
  startService,
  withService,
} from './service.ts';
export { exportStaticSite, type StaticExportResult } from './static-export.ts';
export {
  type MoveResult,
  moveDatabase,
  removeOldDatabases,
  type UpgradeResult,
  upgradeDatabase,
} from './upgrade/upgrade.ts';
