export { createDocuments } from './documents.ts';
export { credentialPage } from './page.ts';
export { publicRoutes } from './routes.ts';
export { createFront } from './serve.ts';
