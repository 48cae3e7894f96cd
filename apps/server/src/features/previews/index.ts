export { registerPreviews } from './routes.ts';
