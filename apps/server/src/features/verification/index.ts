export { createDocuments, type Documents } from './documents.ts';
export { readCredential } from './read-credential.ts';
export { publicRoutes } from './routes.ts';
export { type State, stateOf } from './rules.ts';
export { createFront, guidOf, sendDocument } from './serve.ts';
export { staysFor } from './stays-for.ts';
export { type WholeCredential, wholeCredential } from './store.ts';
