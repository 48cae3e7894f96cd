export { createDocumentReads, signedReads } from './cached-reads.ts';
export {
  createReplicaDocuments,
  type DocumentChecksum,
  type Documents,
  hashPublicDocuments,
} from './documents.ts';
export { registerDocuments } from './routes.ts';
export { findLatestValidCredential } from './store.ts';
