// The part of oidc-provider's types that tests use.
declare module 'oidc-provider' {
  import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

  type Grant = { addOIDCScope(scope: string): void; save(): Promise<string> };
  export default class Provider {
    constructor(issuer: string, settings: object);
    callback(): RequestListener;
    Grant: new (owner: {
      clientId: string;
      accountId: string;
    }) => Grant;
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: object,
    ): Promise<void>;
    on(event: string, listener: (...args: unknown[]) => void): void;
  }
}
