export type { Config } from './config.ts';
export { readConfig } from './config.ts';
export { readEnv } from './env.ts';
export { imageStore as s3Place } from './parsers.ts';
export { reachabilityWarning } from './reachability.ts';
