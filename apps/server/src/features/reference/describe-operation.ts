import { exampleParam, type Operation, type Other, othersOf, statusOf } from '@insignia/contract';
import { type CodeSample, codeSamples } from './code-samples/index.ts';

type Content = Record<string, { schema?: object; example?: unknown }>;
type Parameter = { in: string; name: string; example?: unknown } | { $ref: string };
export type Described = {
  operationId: string;
  parameters?: Parameter[];
  'x-codeSamples'?: CodeSample[];
  requestBody?: { required?: boolean; content?: Content };
  responses: Record<string, { description: string; content?: Content; headers?: object }>;
};

const json = 'application/json';
const header = (name: string) => ({ $ref: `#/components/headers/${name}` });
const parameter = (name: string) => ({ $ref: `#/components/parameters/${name}` });

/** What every operation of a kind has, described once. */
export const components = {
  headers: {
    IgnoredFields: {
      description:
        'Members of the body and names of the query that mean nothing here, such as `recipient.nmae`: separated by comma and space, percent-encoded, at most 20, then `...`. Not sent when there are none; refusals carry it too.',
      schema: { type: 'string' },
      example: 'recipient.nmae, badge_id',
    },
    IdempotentReplayed: {
      description: '`true` when this is the answer that was given to the key before.',
      schema: { type: 'string', enum: ['true'] },
    },
    ETag: {
      description: 'Names the state of what was read or written: for `If-Match` of the next write.',
      schema: { type: 'string', pattern: '^"[\\w-]+"$' },
      example: '"qL3zB0bYkM1cS8w5V2n9XpRtUeH"',
    },
    Location: {
      description: 'Where to go on.',
      schema: { type: 'string', format: 'uri' },
    },
    RetryAfter: {
      description: 'After so many seconds it may be tried again.',
      schema: { type: 'integer', minimum: 1 },
    },
  },
  parameters: {
    IdempotencyKey: {
      name: 'Idempotency-Key',
      in: 'header',
      description:
        'Makes a repeated request harmless: for 24 hours the same key with the same body gives the first answer again; with another body it is 409.',
      schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$' },
    },
    IfMatch: {
      name: 'If-Match',
      in: 'header',
      description:
        'The `ETag` of what was read. When somebody has written it since, nothing is written: 412, `precondition_failed`. Without it the last one to write wins.',
      schema: { type: 'string' },
    },
    AccountId: {
      name: 'X-Account-Id',
      in: 'header',
      description:
        'With session or JWT: the account that is meant, when it is not your own. A key belongs to one account and needs none.',
      schema: { type: 'string', format: 'uuid' },
    },
  },
} as const;

/** Generated clients take what has no schema for anything at all. */
const asText = (type: string): { schema?: object } =>
  type.startsWith('text/') ? { schema: { type: 'string' } } : {};

/** Adds what the schemas of a route do not say: headers, examples, and other media types than JSON. */
export function describeOperation(
  described: Described,
  operation: Operation,
  baseUrl: string,
): void {
  const { serves, examples = {} } = operation;
  const status = String(statusOf(operation));
  const known = described.responses[status];
  // JSON-LD has the members of the JSON.
  const others = Object.fromEntries(
    (serves ?? []).map((type) => [
      type,
      (type.endsWith('+json') && known?.content?.[json]) || asText(type),
    ]),
  );
  const content = { ...others, ...known?.content };
  if (known || serves)
    described.responses[status] = {
      description: 'Done',
      headers: headersOf(operation),
      ...(Object.keys(content).length > 0 && { content }),
    };
  for (const other of othersOf(operation)) describeOther(described, other);
  tellWhenToRetry(described);
  const named = namedIn(operation);
  if (named.length > 0) described.parameters = [...(described.parameters ?? []), ...named];
  showExamples(described, operation, examples);
  showParameters(described, operation);
  nameWrappers(described);
  described['x-codeSamples'] = codeSamples(operation, baseUrl);
}

function headersOf({ tagged, idempotent }: Operation): object {
  return {
    'Insignia-Ignored-Fields': header('IgnoredFields'),
    ...(tagged && { ETag: header('ETag') }),
    ...(idempotent && { 'Idempotent-Replayed': header('IdempotentReplayed') }),
  };
}

/** Headers that callers may send. */
function namedIn({ access, method, idempotent, tagged }: Operation): Parameter[] {
  const isOfAccount = access !== 'public' && access.who === 'caller';
  return [
    ...(idempotent ? [parameter('IdempotencyKey')] : []),
    ...(tagged && method !== 'GET' ? [parameter('IfMatch')] : []),
    ...(isOfAccount ? [parameter('AccountId')] : []),
  ];
}

function describeOther({ responses }: Described, { status, when, serves }: Other): void {
  const known = responses[status];
  const types = Object.fromEntries((serves ?? []).map((type) => [type, asText(type)]));
  responses[status] = {
    ...known,
    description: [known?.description, when].filter(Boolean).join('\n\n'),
    ...(serves && { content: { ...known?.content, ...types } }),
    ...([302, 303].includes(status) && { headers: { Location: header('Location') } }),
  };
}

function tellWhenToRetry({ responses }: Described): void {
  for (const status of ['429', '503']) {
    const refused = responses[status];
    if (refused) refused.headers = { 'Retry-After': header('RetryAfter') };
  }
}

function showExamples(
  { requestBody, responses }: Described,
  operation: Operation,
  { body, reply }: NonNullable<Operation['examples']>,
): void {
  const { accepts, bare } = operation;
  const sent = requestBody?.content?.[accepts?.[0] ?? json];
  if (sent && body !== undefined) sent.example = bare || accepts ? body : { parameters: body };
  const statusCode = statusOf(operation);
  const answered = responses[String(statusCode)]?.content?.[json];
  if (answered && reply !== undefined)
    answered.example = operation.envelope ? { statusCode, info: reply } : reply;
}

function showParameters({ parameters = [] }: Described, { path, examples }: Operation): void {
  for (const one of parameters) {
    if ('$ref' in one) continue;
    const value = one.in === 'path' ? exampleParam(path, one.name) : examples?.query?.[one.name];
    if (value !== undefined) one.example = value;
  }
}

type Wrapper = { properties?: Record<string, { description?: string }> };
const wrappers: Readonly<Record<string, string>> = {
  parameters: 'The fields',
  statusCode: 'The HTTP status',
  info: 'The payload',
  file: 'The file',
};

/** What stands around fields, payloads and files is the same everywhere. */
function nameWrappers({ requestBody, responses }: Described): void {
  const bodies = [requestBody, ...Object.values(responses)];
  for (const { schema } of bodies.flatMap((one) => Object.values(one?.content ?? {})))
    for (const [name, property] of Object.entries((schema as Wrapper)?.properties ?? {}))
      if (wrappers[name]) property.description ??= wrappers[name];
}
