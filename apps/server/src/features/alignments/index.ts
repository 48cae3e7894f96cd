export { registerAlignments } from './register.ts';
