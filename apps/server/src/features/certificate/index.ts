export type { CertificateDeps } from './deps.ts';
export { cardLook } from './look.ts';
export { certificateRoutes } from './routes.ts';
