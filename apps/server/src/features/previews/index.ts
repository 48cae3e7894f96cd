export { registerPreviews } from './register.ts';
