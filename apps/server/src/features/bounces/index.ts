export { readDsn, takeReadableStart } from './read-dsn.ts';
export { registerBounces } from './routes.ts';
