export { createPreviewQueue, registerPreviews } from './routes.ts';
