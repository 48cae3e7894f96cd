export { type Config, getReachabilityWarnings } from './config.ts';
export { bucket as parseS3Place, imagePlace as parseImagePlace, readEnv } from './parsers.ts';
export { readConfig } from './read-config.ts';
