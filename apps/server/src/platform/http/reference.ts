import swagger from '@fastify/swagger';
import {
  errorBody,
  exampleIds,
  type Operation,
  type OperationId,
  operations,
  tags,
} from '@insignia/contract';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { App } from './app.ts';
import { components, type Described, describeOperation } from './describe-operation.ts';
import { describeWebhooks } from './describe-webhooks.ts';
import { errorCodes, guide } from './guide.ts';
import { prepareResponse } from './prepare-response.ts';
import { serveReferencePage } from './reference-page.ts';
import type { PreparedResponse } from './response-cache.ts';
import { writePrepared } from './write-prepared.ts';

/** `/openapi.json`, made from the routes' own schemas, and `/docs`, which shows it. Register before the routes. */
export async function serveReference(app: App, baseUrl: string): Promise<void> {
  z.globalRegistry.add(errorBody, { id: 'Error' });
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Insignia',
        version: '1.0.0',
        description: guide,
        contact: { name: 'Who runs this instance', url: baseUrl },
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: baseUrl }],
      tags: [...tags, { name: 'Error codes', description: errorCodes() }],
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
  let made: PreparedResponse | undefined;
  const open = { schema: { hide: true } as object, config: { anyOrigin: true } as const };
  app.get('/openapi.json', open, async (request, reply) => {
    made ??= prepareDocument(finish(app.swagger() as unknown as Document, baseUrl), baseUrl);
    reply.hijack();
    writePrepared(made, request.raw, reply.raw);
    return reply;
  });
  serveReferencePage(app);
}

/** Examples name this instance, so that they can be sent as they are. */
function prepareDocument(document: object, baseUrl: string): PreparedResponse {
  return prepareResponse({
    type: 'application/json; charset=utf-8',
    body: [String, encodeURIComponent].reduce(
      (text, spell) => text.replaceAll(spell(exampleIds.home), spell(baseUrl)),
      JSON.stringify(document),
    ),
    cache: 'no-cache',
    headers: ['access-control-allow-origin', '*'],
  });
}

type Document = {
  webhooks?: object;
  paths: Record<string, Record<string, Described>>;
  components: { schemas: Record<string, unknown>; headers?: object; parameters?: object };
};

const places = Object.keys(operations);
/** Where its first operation stands in the contract. */
const placeOf = (methods: Record<string, Described>): number =>
  Math.min(...Object.values(methods).map(({ operationId }) => places.indexOf(operationId)));

/** In the contract's order. Adds what routes' schemas do not say, takes away the twins of schemas that only answer. */
function finish(document: Document, baseUrl: string): Document {
  for (const methods of Object.values(document.paths))
    for (const described of Object.values(methods)) {
      const operation = operations[described.operationId as OperationId];
      describeBody(described, operation);
      describeOperation(described, operation, baseUrl);
    }
  document.paths = Object.fromEntries(
    Object.entries(document.paths).sort(([, a], [, b]) => placeOf(a) - placeOf(b)),
  );
  Object.assign(document.components, components);
  document.webhooks = describeWebhooks();
  const { schemas } = document.components;
  document.components.schemas = Object.fromEntries(
    Object.entries(schemas).filter(([name]) => !name.endsWith('Input')),
  );
  return document;
}

function describeBody(described: Described, { accepts, body, mayBeEmpty }: Operation): void {
  if (accepts) described.requestBody = { required: true, content: describeFiles(accepts, body) };
  else if (described.requestBody) described.requestBody.required = !mayBeEmpty;
}

/** Files come as they are, or in the part named `file`. */
function describeFiles(
  types: readonly string[],
  body: z.ZodType | undefined,
): Record<string, object> {
  const binary = { type: 'string', format: 'binary' };
  const json = body && z.toJSONSchema(body, { io: 'input' });
  const form = json
    ? { ...json, properties: { ...json.properties, file: binary } }
    : { type: 'object', required: ['file'], properties: { file: binary } };
  const schemas: Record<string, object> = {
    'multipart/form-data': form,
    ...(json && { 'application/json': json }),
  };
  return Object.fromEntries(types.map((type) => [type, { schema: schemas[type] ?? binary }]));
}
