export {
  changePlan,
  createAccount,
  deleteAccount,
  inviteMember,
  listAccounts,
  showAccount,
} from './accounts.ts';
export { type BackedUp, backUp } from './backup/backup.ts';
export { listBackupsIn } from './backup/list.ts';
export { type Restored, restore, secretOf, tryRestore } from './backup/restore.ts';
export type { Verified } from './backup/verify.ts';
export { examine } from './doctor/doctor.ts';
export type { Finding, Outcome } from './doctor/finding.ts';
export { CommandFault, type FaultKind } from './fault.ts';
export { type MovedImages, moveImages } from './images/move.ts';
export { type VerifiedImages, verifyImages } from './images/verify.ts';
export { dropJobs, listDeadJobs, releaseHeld, retryJobs } from './jobs.ts';
export { listKeys, revokeKey } from './keys.ts';
export { listBounced, listMails, releaseAddress, resendMail, takeBounce } from './mail.ts';
export { checkSchema, migrateDatabase } from './migrate.ts';
export { disable, enable, resetPassword } from './people.ts';
export { type RotatedSecret, rotateSecret } from './secret.ts';
export { type Service, type Surroundings, withService } from './service.ts';
export { startService } from './start.ts';
export {
  type Moved,
  moveDatabase,
  removeOldDatabases,
  type Upgraded,
  upgradeDatabase,
} from './upgrade/upgrade.ts';
export { enableWebhook, listWebhooks } from './webhooks.ts';
