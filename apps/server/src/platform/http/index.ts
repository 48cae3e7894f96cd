export { type App, closeApp, createApp, type Middleware, withStrictTransport } from './app.ts';
export type { Authenticate } from './call.ts';
export { chooseEncoding } from './encodings.ts';
export {
  type AssertMatches,
  assertMatches,
  computeEtag,
  type TaggedReply,
  unwrapTagged,
} from './etag.ts';
export { finishConnections } from './finish-connections.ts';
export {
  acceptAnything,
  acceptForms,
  acceptParameters,
  acceptSelections,
  MAX_SELECTION_BYTES,
  readFormFields,
  readMultipart,
} from './forms.ts';
export {
  acceptJson,
  findUnknownFields,
  parseInput,
  readKnownFields,
  reportIgnoredFields,
} from './json-body.ts';
export { readRequestLanguage } from './language.ts';
export { limitLargeBodies } from './large-bodies.ts';
export {
  type CountExchange,
  clientAddress,
  RequestLimits,
  type WindowCounts,
} from './limits.ts';
export {
  type PreparedResponse,
  preparePart,
  prepareResponse,
  shareHeaders,
  withCompressedBodies,
  writePrepared,
} from './prepared-response.ts';
export { ResponseCache } from './response-cache.ts';
export type { IdsIn, Implement } from './router.ts';
export { createScope, type Scope } from './router.ts';
export { toProblem } from './send-problem.ts';
export { type CachedRead, redirectToBaseUrl, serveCached } from './serve-cached.ts';
