export type { Config } from './config.ts';
export { readConfig } from './config.ts';
export { readEnv } from './env.ts';
export { reachabilityWarning } from './reachability.ts';
