export { takePictures } from './body.ts';
export type { VerifyDeps } from './deps.ts';
export { verifyRoutes } from './routes.ts';
