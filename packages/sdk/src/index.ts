export { createClient } from './client.ts';
export { type FailureCode, InsigniaError } from './failure.ts';
export type { EntityTag, FollowOptions, Options, Settings } from './settings.ts';
export type { Client, ErrorCode, ErrorDetail } from './surface.ts';
