export { countLostSsoSecrets, ssoSecrets } from './connections.ts';
export { createTextLookup } from './dns.ts';
export { createAdmitSession } from './enforcement.ts';
export { createSingleSignOn } from './pages.ts';
export { registerSso } from './routes.ts';
export { measureSso, registerSsoWork } from './work.ts';
