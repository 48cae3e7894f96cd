export { applyTemplates } from './apply.ts';
export { templateTestMailKind } from './preview.ts';
export { registerEmailTemplates } from './routes.ts';
export { hasTemplates } from './store.ts';
