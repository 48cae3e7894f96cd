export type { Config } from './config.ts';
export { readEnv } from './env.ts';
export { bucket as s3Place, imagePlace } from './parsers.ts';
export { getReachabilityWarnings } from './reachability.ts';
export { readConfig } from './read-config.ts';
