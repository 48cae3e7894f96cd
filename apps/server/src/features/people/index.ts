export { type Auth, authOptions, createAuth } from './auth.ts';
export { type BindDeps, bindPerson } from './bind-person.ts';
export type { PeopleDeps } from './deps.ts';
export { accountMail } from './letters.ts';
export { registerPeople } from './register.ts';
export { isFresh } from './rules.ts';
export { headersOf } from './session-headers.ts';
export { endOtherSessions, endSession } from './session-store.ts';
export { registerPeopleWork } from './work.ts';
