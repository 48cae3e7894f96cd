export { problemOf } from './answer-problem.ts';
export { type App, closeApp, createApp, type Middleware } from './app.ts';
export { clientAddress } from './client-address.ts';
export { chooseEncoding } from './encodings.ts';
export type { AssertMatches } from './entity-tag.ts';
export { knownOf, tellIgnored, unknownIn } from './ignored-fields.ts';
export { acceptAnything, acceptForms } from './json-body.ts';
export { leadToBaseUrl } from './lead-to-base-url.ts';
export { RequestLimits, type Siblings, type WindowCounts } from './limits.ts';
export { prepareResponse } from './prepare-response.ts';
export { readAs } from './read-as.ts';
export {
  countServed,
  type PreparedResponse,
  ResponseCache,
  type Served,
} from './response-cache.ts';
export type { Authenticate, Router } from './router.ts';
export { createScope, type Scope } from './scope.ts';
export { strictTransport } from './strict-transport.ts';
export { packedAhead, writePrepared } from './write-prepared.ts';
