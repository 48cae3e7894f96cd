export {
  changePlan,
  createAccount,
  deleteAccount,
  inviteMember,
  listAccounts,
  showAccount,
} from './accounts.ts';
export { CommandFault, type FaultKind } from './fault.ts';
export { listKeys, revokeKey } from './keys.ts';
export { checkSchema, migrateDatabase } from './migrate.ts';
export { disable, enable, resetPassword } from './people.ts';
export { type Service, type Surroundings, withService } from './service.ts';
export { startService } from './start.ts';
