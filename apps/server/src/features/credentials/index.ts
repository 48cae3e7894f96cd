export { credentialChores } from './chores.ts';
export type { CredentialDeps } from './deps.ts';
export { wantedOf } from './filter.ts';
export {
  duplicatesAmong,
  type Issued,
  issueMany,
  quotaLeft,
  type Wished,
} from './issue-many.ts';
export { credentialLetter } from './letters.ts';
export { credentialLifeRoutes } from './life-routes.ts';
export { credentialMailRoutes } from './mail-routes.ts';
export { credentialRoutes } from './routes.ts';
export { decideDates, fold } from './rules.ts';
export { recordDelivery } from './send.ts';
export { insertManyStatement, issueStatement, type Wanted } from './store.ts';
