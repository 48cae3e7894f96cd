export { createClient } from './client.ts';
export { type FailureCode, InsigniaError } from './failure.ts';
export type { Following, Options, Settings, Tagged } from './settings.ts';
export type { Client, ErrorCode, ErrorDetail } from './surface.ts';
