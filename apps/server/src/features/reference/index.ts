export { registerReference } from './document.ts';
