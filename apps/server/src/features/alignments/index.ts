export { registerAlignments } from './routes.ts';
