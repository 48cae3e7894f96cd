export { type Client, createClient } from './client.ts';
export { type FailureCode, InsigniaError } from './failure.ts';
export type { Options, Settings } from './types.ts';
