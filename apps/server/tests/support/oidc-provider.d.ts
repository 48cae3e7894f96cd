// oidc-provider has no types of its own: what the tests use of it.
declare module 'oidc-provider' {
  import type { RequestListener } from 'node:http';
  export default class Provider {
    constructor(issuer: string, settings: object);
    callback(): RequestListener;
    on(event: string, listener: (...args: unknown[]) => void): void;
  }
}
