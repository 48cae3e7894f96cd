export { issuerCodeMail } from './code.ts';
export type { IssuerDeps } from './deps.ts';
export { issuerPages } from './pages.ts';
export { issuerRoutes } from './routes.ts';
export { deleteUnusedIssuerRow, issuerLogos } from './store.ts';
