export {
  cacheTag,
  computePublicStatus,
  credentialCacheTags,
  isCredentialIndexable,
  isIndexable,
  type PublicStatus,
  toPlainLine,
} from './rules.ts';
export {
  createContentDisposition,
  parseGuid,
  requirePublishedCredential,
  sendPrepared,
  statusLifetimeMs,
} from './serve.ts';
export {
  type Brand,
  findErasedCredentials,
  findPublishedCredential,
  findPublishedCredentials,
  type PublishedCredential,
} from './store.ts';
export { getPublicTexts, listAmounts, type PublicTexts } from './texts/index.ts';
