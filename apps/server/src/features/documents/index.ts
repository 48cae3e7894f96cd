export { createDocumentReads, signedReads } from './cached-reads.ts';
export { type DocumentChecksum, hashPublicDocuments } from './checksums.ts';
export { createReplicaDocuments, type Documents } from './documents.ts';
export { registerDocuments } from './routes.ts';
export { findLatestValidCredential } from './store.ts';
