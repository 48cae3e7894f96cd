export { registerMy } from './routes.ts';
