import swagger from '@fastify/swagger';
import { errorBody, errors } from '@insignia/contract';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { App } from './app.ts';

/** `/openapi.json`, made from the routes' own schemas, and `/docs`, which shows it. Register before the routes. */
export async function serveReference(app: App, baseUrl: string): Promise<void> {
  z.globalRegistry.add(errorBody, { id: 'Error' });
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Insignia',
        version: '1.0.0',
        description: describeErrors(),
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: baseUrl }],
      components: {
        securitySchemes: {
          apiKey: {
            type: 'apiKey',
            in: 'header',
            name: 'X-Api-Key',
            description: 'insignia_ and 32 hexadecimal digits',
          },
          jwt: {
            type: 'http',
            scheme: 'bearer',
            bearerFormat: 'JWT',
            description: 'From GET /api/auth/token',
          },
          session: {
            type: 'apiKey',
            in: 'cookie',
            name: 'insignia.session_token',
            description: 'Set by sign-in; writes need the Origin of this service',
          },
        },
      },
    },
    transform: jsonSchemaTransform,
    transformObject: jsonSchemaTransformObject,
  });
  app.get('/openapi.json', { schema: { hide: true } as object }, async (_request, reply) =>
    reply
      .type('application/json; charset=utf-8')
      .header('access-control-allow-origin', '*')
      .serializer(JSON.stringify)
      .send(app.swagger()),
  );
}

function describeErrors(): string {
  const rows = Object.entries(errors).map(
    ([code, { status, text }]) => `| ${status} | \`${code}\` | ${text} |`,
  );
  return [
    'Issue digital credentials as Open Badges 2.0 that anyone can verify.',
    'Bodies of POST and PUT carry their fields inside `parameters`, except under `/api/auth`. Every refusal has one shape and one of these codes:',
    ['| status | code | meaning |', '| --- | --- | --- |', ...rows].join('\n'),
  ].join('\n\n');
}
