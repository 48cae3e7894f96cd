import { readFileSync } from 'node:fs';
import swagger from '@fastify/swagger';
import {
  bodySchema,
  errorBody,
  errors,
  exampleIds,
  getIssueMessage,
  type Operation,
  type OperationId,
  operations,
  type SchemaSettings,
  tags,
  versions,
} from '@insignia/contract';
import Fastify from 'fastify';
import {
  jsonSchemaTransform,
  jsonSchemaTransformObject,
  serializerCompiler,
  validatorCompiler,
} from 'fastify-type-provider-zod';
import { z } from 'zod';
import { buildRouteSchema } from '../../platform/http/route-schema.ts';
import { describeOperation, type OperationDescription } from './describe-operation.ts';
import { describeWebhooks } from './describe-webhooks.ts';

/** Introduction of the reference: the first credential, then general rules. */
const referenceGuide: string = readFileSync(new URL('./guide.md', import.meta.url), 'utf8');

/** All error codes by HTTP status. */
function formatErrorCodes(): string {
  const byStatus = Map.groupBy(Object.entries(errors), ([, { status }]) => status);
  const groups = [...byStatus].map(([status, found]) => {
    const rows = found.map(([code, { text }]) => `- \`${code}\`: ${text}`);
    return `### ${status}\n\n${rows.join('\n')}`;
  });
  return groups.join('\n\n');
}

export type ReferenceSettings = SchemaSettings & { baseUrl: string };

/** The OpenAPI document of an instance, from the schemas of its routes. */
export async function makeDocument({ baseUrl, ...settings }: ReferenceSettings): Promise<string> {
  z.config({ customError: getIssueMessage });
  z.globalRegistry.add(errorBody, { id: 'Error' });
  const app = Fastify();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Insignia',
        version: `${versions.at(-1)}.0`,
        description: referenceGuide,
        contact: { name: 'Operator of this instance', url: baseUrl },
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: baseUrl }],
      tags: [...tags, { name: 'Error codes', description: formatErrorCodes() }],
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
            description: 'Set by sign-in. Writes must send the Origin of this service',
          },
        },
      },
    },
    transform: jsonSchemaTransform,
    transformObject: jsonSchemaTransformObject,
  });
  for (const operation of Object.values<Operation>(operations))
    app.route({
      method: operation.method,
      url: operation.path,
      schema: buildRouteSchema(operation, settings),
      handler: () => {},
    });
  await app.ready();
  const document = finish(app.swagger() as unknown as Document, { baseUrl, ...settings });
  // Examples use this instance's address, so that they work as they are.
  return [String, encodeURIComponent].reduce(
    (text, spell) => text.replaceAll(spell(exampleIds.home), spell(baseUrl)),
    JSON.stringify(document),
  );
}

type Document = {
  webhooks?: object;
  paths: Record<string, Record<string, OperationDescription>>;
  components: { schemas: Record<string, unknown>; headers?: object; parameters?: object };
};

const operationOrder = Object.keys(operations);
/** Position of the path's first operation in the contract. */
const findPosition = (methods: Record<string, OperationDescription>): number =>
  Math.min(...Object.values(methods).map(({ operationId }) => operationOrder.indexOf(operationId)));

/**
 * Sorts by the contract's order, adds what schemas lack, and removes duplicate response schemas.
 */
function finish(document: Document, { baseUrl, ...settings }: ReferenceSettings): Document {
  for (const methods of Object.values(document.paths))
    for (const described of Object.values(methods)) {
      const operation = operations[described.operationId as OperationId];
      describeBody(described, operation, settings);
      describeOperation(described, operation, baseUrl);
    }
  document.paths = Object.fromEntries(
    Object.entries(document.paths).sort(([, a], [, b]) => findPosition(a) - findPosition(b)),
  );
  Object.assign(document.components, openapiComponents);
  document.webhooks = describeWebhooks();
  const { schemas } = document.components;
  document.components.schemas = Object.fromEntries(
    Object.entries(schemas).filter(([name]) => !name.endsWith('Input')),
  );
  return document;
}

function describeBody(
  described: OperationDescription,
  operation: Operation,
  settings: SchemaSettings,
): void {
  const { accepts, mayBeEmpty } = operation;
  if (accepts) {
    const content = describeFiles(accepts, bodySchema(operation, settings));
    described.requestBody = { required: true, content };
  } else if (described.requestBody) described.requestBody.required = !mayBeEmpty;
}

/** Files are sent as the body or in a part named `file`. */
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

/** Shared components of operations. */
const openapiComponents = {
  headers: {
    IgnoredFields: {
      description:
        'Unknown body fields and query parameters, such as `recipient.nmae`. Separated by comma and space, percent-encoded, at most 20, then `...`. Absent if there are none. Error responses have it too.',
      schema: { type: 'string' },
      example: 'recipient.nmae, badge_id',
    },
    IdempotentReplayed: {
      description: '`true` if this is the stored response of an earlier request with the same key.',
      schema: { type: 'string', enum: ['true'] },
    },
    ETag: {
      description: 'Version of the resource. Send it as `If-Match` with the next write.',
      schema: { type: 'string', pattern: '^"[\\w-]+"$' },
      example: '"qL3zB0bYkM1cS8w5V2n9XpRtUeH"',
    },
    Location: {
      description: 'URL to continue with.',
      schema: { type: 'string', format: 'uri' },
    },
    RateLimitLimit: {
      description:
        "Requests per minute allowed by the strictest limit: that of the key, the account or the IP address. Responses that are cached for everyone, such as documents and images, don't have this header.",
      schema: { type: 'integer', minimum: 1 },
      example: 600,
    },
    RateLimitRemaining: {
      description: 'Requests left.',
      schema: { type: 'integer', minimum: 0 },
      example: 599,
    },
    RateLimitReset: {
      description: 'Seconds until all requests are available again.',
      schema: { type: 'integer', minimum: 0, maximum: 60 },
      example: 42,
    },
    RetryAfter: {
      description: 'Seconds until you can try again.',
      schema: { type: 'integer', minimum: 1 },
    },
  },
  parameters: {
    IdempotencyKey: {
      name: 'Idempotency-Key',
      in: 'header',
      description:
        'Makes repeating a request safe. For 24 hours, the same key with the same body returns the first response. With a different body, it returns 409.',
      schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$' },
    },
    IfMatch: {
      name: 'If-Match',
      in: 'header',
      description:
        'The `ETag` you read. If someone has changed the resource since, nothing is written and the response is 412, `precondition_failed`. Without it, the last write wins.',
      schema: { type: 'string' },
    },
    AccountId: {
      name: 'X-Account-Id',
      in: 'header',
      description:
        "With a session or JWT: the account to use, if it isn't your own. API keys belong to one account and don't need it.",
      schema: { type: 'string', format: 'uuid' },
    },
  },
} as const;
