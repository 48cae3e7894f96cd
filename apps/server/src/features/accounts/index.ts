export { issuedIn } from './issued-in.ts';
export { createMailCaps, type MailCap, type StrangerCap } from './mail-caps.ts';
export { openAccount } from './open.ts';
export { registerAccountsWork } from './remove.ts';
export { registerAccounts } from './routes.ts';
export { limitsOf } from './rules.ts';
export { staying } from './sql.ts';
export { nameOf } from './store.ts';
