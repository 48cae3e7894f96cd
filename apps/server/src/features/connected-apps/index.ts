export { consentUrl, takePendingConsent } from './consent-pages.ts';
export { registerConnectedApps, registerConnectedAppsWork } from './routes.ts';
export { appScopes } from './rules.ts';
export { disconnectApp, listConnectedApps } from './store.ts';
export { type ConnectedAppTexts, getConnectedAppTexts } from './texts.ts';
export { findAccess, type TokenDeps } from './tokens.ts';
