export { createDocuments } from './documents/documents.ts';
export { createDocumentMiddleware } from './documents/middleware.ts';
export { setCertificate } from './files/certificate/set.ts';
export { cardImages } from './files/store.ts';
export { answerAbsent } from './pages/absent.ts';
export { registerPublic } from './register.ts';
export { sourceOf } from './rules.ts';
export type { WholeCredential } from './store.ts';
