export { readDsn, startOfMail } from './read-dsn.ts';
export { registerBounces } from './register.ts';
