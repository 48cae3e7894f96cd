export { countLostSsoSecrets, ssoSecrets } from './connections.ts';
export { createTextLookup } from './dns.ts';
export { createAdmitSession } from './enforcement.ts';
export { registerSso } from './routes.ts';
export { emailDomain } from './rules.ts';
export { findConnectionByDomain, hasSsoDomains } from './store.ts';
export { measureSso, registerSsoWork } from './work.ts';
