export { type Config, getReachabilityWarnings } from './config.ts';
export { readEnv } from './env.ts';
export { bucket as s3Place, imagePlace } from './parsers.ts';
export { readConfig } from './read-config.ts';
