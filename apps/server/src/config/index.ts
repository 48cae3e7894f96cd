export { type Config, getReachabilityWarnings } from './config.ts';
export { readEnv } from './env.ts';
export { bucket as parseS3Place, imagePlace as parseImagePlace } from './parsers.ts';
export { readConfig } from './read-config.ts';
