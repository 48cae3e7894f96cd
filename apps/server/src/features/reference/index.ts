export { registerReference } from './register.ts';
