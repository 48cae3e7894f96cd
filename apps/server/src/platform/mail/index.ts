export { mailHandler, post } from './post.ts';
export type { Letter } from './render.ts';
export { fileTransport, smtpTransport, type Transport } from './transport.ts';
