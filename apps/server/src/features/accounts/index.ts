export { changeAccountPlan, createEmptyAccount } from './change.ts';
export { readRowsAfter } from './export-store.ts';
export { deleteUserMails, registerAccountsWork, startAccountDeletion } from './leave.ts';
export {
  createMailLimits,
  type TakeMails,
  type TakeMailsUpTo,
  type TakeStrangerMail,
} from './mail-limits.ts';
export { registerAccounts } from './routes.ts';
export { isNotLeaving } from './sql.ts';
export { accountsPage, findAccount, findAccountName, type ListedAccount } from './store.ts';
export { countIssuedInPeriod, periodStart, withCurrentPeriod } from './usage-period.ts';
