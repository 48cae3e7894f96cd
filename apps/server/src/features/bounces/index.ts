export { mostLooked, readDsn } from './read-dsn.ts';
export { registerBounces } from './register.ts';
