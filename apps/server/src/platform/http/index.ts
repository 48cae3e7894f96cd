export { problemOf } from './answer-problem.ts';
export { type App, closeApp, createApp, type Front } from './app.ts';
export { clientAddress } from './client-address.ts';
export { acceptAnything, acceptForms } from './json-body.ts';
export { leadToBaseUrl } from './lead-to-base-url.ts';
export { type Ready, ReadyBytes } from './ready-bytes.ts';
export { serveReference } from './reference.ts';
export { createRouter, type Doorkeeper, type Router } from './router.ts';
export { makeReady, writeReady } from './write-ready.ts';
