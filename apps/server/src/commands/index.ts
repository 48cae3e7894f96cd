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
export { type BackupResult, createBackup } from './backup/backup.ts';
export { listBackupsAt } from './backup/list.ts';
export {
  type RestoreResult,
  readBackupSecret,
  restoreBackup,
  testRestore,
} from './backup/restore.ts';
export type { BackupVerification } from './backup/verify.ts';
export { CommandError, type CommandErrorKind } from './command-error.ts';
export { runDoctor } from './doctor/doctor.ts';
export type { DoctorFinding, FindingOutcome } from './doctor/finding.ts';
export { type MovedImages, moveImages } from './images/move.ts';
export { type PinStatus, type RepairedPins, repairPins, showPins } from './images/pins.ts';
export { type VerifiedImages, verifyImages } from './images/verify.ts';
export {
  type ExportSummary,
  exportIssuerArchive,
  type ImportSummary,
  importIssuerArchive,
  reopenIssuer,
} from './issuers.ts';
export { deleteJobs, listDeadJobs, resumeAfterRestore, retryJobs } from './jobs.ts';
export { disablePlatform, listPlatforms, showPlatform } from './lti.ts';
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
export {
  listProvisioningRequests,
  listProvisioningTokens,
  revokeProvisioningToken,
} from './scim.ts';
export { rotateServiceSecret, type SecretRotation } from './secret.ts';
export {
  type CommandContext,
  type CommandService,
  checkSchema,
  migrateDatabase,
  startService,
  withService,
} from './service.ts';
export {
  disableSsoConnection,
  listSsoConnections,
  showSsoConnection,
  unlinkSsoUser,
} from './sso.ts';
export { exportStaticSite, type StaticExportResult } from './static-export.ts';
export {
  type MoveResult,
  moveDatabase,
  removeOldDatabases,
  type UpgradeResult,
  upgradeDatabase,
} from './upgrade/upgrade.ts';
export { enableWebhook, listAllWebhooks } from './webhooks.ts';
