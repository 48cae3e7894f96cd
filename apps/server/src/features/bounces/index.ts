export { readDsn, takeReadableStart } from './read-dsn.ts';
export { registerBounces } from './register.ts';
