export { countLostSsoSecrets, ssoSecrets } from './connections.ts';
export { createTextLookup } from './dns.ts';
export { findDomainOwners } from './domain-store.ts';
export { ownsDomain } from './domains.ts';
export { createAdmitSession } from './enforcement.ts';
export { createSingleSignOn } from './pages.ts';
export { registerSso } from './routes.ts';
export { vouchesForEmail } from './rules.ts';
export { registerSamlWork } from './saml/metadata-refresh.ts';
export { listAllConnections } from './store.ts';
export {
  setConnectionDisabled,
  showConnection,
  unlinkUser,
} from './support.ts';
export { getSsoTexts } from './texts.ts';
export { measureSso, registerSsoWork } from './work.ts';
