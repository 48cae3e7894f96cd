import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import Provider from 'oidc-provider';
import { findFreePort } from './port.ts';

export type IdentityProvider = {
  issuer: string;
  /** A signed JWT for `audience` with the client's id as subject. */
  token: (client: string, audience?: string) => Promise<string>;
  /** Rotates the signing key. */
  rotate: () => Promise<void>;
  stop: () => Promise<void>;
  start: () => Promise<void>;
};

type Claims = { email?: string; email_verified?: boolean; name?: string; auth_time?: number };

export const audience = 'https://insignia.example/api';

function newKey(kid: string): object {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { ...privateKey.export({ format: 'jwk' }), kid, use: 'sig', alg: 'ES256' };
}

/** A real OpenID provider whose clients are people. `claims` defines their tokens. */
export async function startIdentityProvider(
  claims: Record<string, Claims>,
): Promise<IdentityProvider> {
  const port = await findFreePort();
  const issuer = `http://127.0.0.1:${port}`;
  let generation = 0;
  let server = createServer();
  const start = async (): Promise<void> => {
    const provider = new Provider(issuer, {
      jwks: { keys: [newKey(`key-${generation}`)] },
      clients: Object.keys(claims).map((client_id) => ({
        client_id,
        client_secret: 'a secret of the tests',
        grant_types: ['client_credentials'],
        redirect_uris: [],
        response_types: [],
        id_token_signed_response_alg: 'ES256',
      })),
      features: {
        clientCredentials: { enabled: true },
        devInteractions: { enabled: false },
        resourceIndicators: {
          enabled: true,
          getResourceServerInfo: (_context: unknown, resource: string) => ({
            scope: 'api',
            audience: resource,
            accessTokenFormat: 'jwt',
            jwt: { sign: { alg: 'ES256' } },
          }),
        },
      },
      ttl: { ClientCredentials: 600 },
      extraTokenClaims: (_context: unknown, token: { clientId: string }) => claims[token.clientId],
    });
    server = createServer(provider.callback());
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  const stop = async (): Promise<void> => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  await start();
  return {
    issuer,
    start,
    stop,
    async rotate() {
      await stop();
      generation++;
      await start();
    },
    async token(client, resource = audience) {
      const answer = await fetch(`${issuer}/token`, {
        method: 'POST',
        headers: {
          connection: 'close',
          authorization: `Basic ${btoa(`${client}:${encodeURIComponent('a secret of the tests')}`)}`,
        },
        body: new URLSearchParams({ grant_type: 'client_credentials', resource, scope: 'api' }),
      });
      const body = (await answer.json()) as { access_token?: string };
      if (!body.access_token) throw new Error(JSON.stringify(body));
      return body.access_token;
    },
  };
}
