import {
  addFormerNames,
  getExampleParam,
  listOtherResponses,
  type Operation,
  type OtherResponse,
  successStatus,
} from '@insignia/contract';

type Content = Record<string, { schema?: object; example?: unknown }>;
type Parameter = { in: string; name: string; example?: unknown } | { $ref: string };
export type OperationDescription = {
  operationId: string;
  parameters?: Parameter[];
  'x-codeSamples'?: CodeSample[];
  'x-since'?: string;
  'x-badges'?: { name: string }[];
  requestBody?: { required?: boolean; content?: Content };
  responses: Record<string, { description: string; content?: Content; headers?: object }>;
};

const json = 'application/json';
const header = (name: string) => ({ $ref: `#/components/headers/${name}` });
const parameter = (name: string) => ({ $ref: `#/components/parameters/${name}` });

/** Code generators would treat a missing schema as any type. */
const asText = (type: string): { schema?: object } =>
  type.startsWith('text/') ? { schema: { type: 'string' } } : {};

/** Adds what schemas don't contain: headers, examples, and media types other than JSON. */
export function describeOperation(
  described: OperationDescription,
  operation: Operation,
  baseUrl: string,
): void {
  const { serves, examples = {} } = operation;
  const status = String(successStatus(operation));
  const known = described.responses[status];
  // JSON-LD has the same members as JSON.
  const otherTypes = Object.fromEntries(
    (serves ?? []).map((type) => [
      type,
      (type.endsWith('+json') && known?.content?.[json]) || asText(type),
    ]),
  );
  const content = { ...otherTypes, ...known?.content };
  if (known || serves)
    described.responses[status] = {
      description: 'Done',
      headers: listHeaders(operation),
      ...(Object.keys(content).length > 0 && { content }),
    };
  for (const other of listOtherResponses(operation)) describeOther(described, other);
  describeRetryAfter(described);
  const named = listParameters(operation);
  if (named.length > 0) described.parameters = [...(described.parameters ?? []), ...named];
  showExamples(described, operation, examples);
  showParameters(described, operation);
  nameWrappers(described);
  const sample = createSdkSample(operation, baseUrl);
  if (sample) described['x-codeSamples'] = [sample];
  described['x-since'] = operation.since;
  // The viewer supports no other extension.
  described['x-badges'] = [{ name: `since ${operation.since}` }];
}

const rateLimits = {
  'RateLimit-Limit': header('RateLimitLimit'),
  'RateLimit-Remaining': header('RateLimitRemaining'),
  'RateLimit-Reset': header('RateLimitReset'),
};

function listHeaders({ tagged, idempotent, uncounted }: Operation): object {
  return {
    'Insignia-Ignored-Fields': header('IgnoredFields'),
    ...(!uncounted && rateLimits),
    ...(tagged && { ETag: header('ETag') }),
    ...(idempotent && { 'Idempotent-Replayed': header('IdempotentReplayed') }),
  };
}

/** Request headers. */
function listParameters({ access, method, idempotent, tagged }: Operation): Parameter[] {
  const isOfAccount = access !== 'public' && access.who === 'caller';
  return [
    ...(idempotent ? [parameter('IdempotencyKey')] : []),
    ...(tagged && method !== 'GET' ? [parameter('IfMatch')] : []),
    ...(isOfAccount ? [parameter('AccountId')] : []),
  ];
}

function describeOther(
  { responses }: OperationDescription,
  { status, when, serves }: OtherResponse,
): void {
  const known = responses[status];
  const types = Object.fromEntries((serves ?? []).map((type) => [type, asText(type)]));
  responses[status] = {
    ...known,
    description: [known?.description, when].filter(Boolean).join('\n\n'),
    ...(serves && { content: { ...known?.content, ...types } }),
    ...([302, 303].includes(status) && { headers: { Location: header('Location') } }),
  };
}

function describeRetryAfter({ responses }: OperationDescription): void {
  const retryAfter = { 'Retry-After': header('RetryAfter') };
  if (responses[429]) responses[429].headers = { ...retryAfter, ...rateLimits };
  if (responses[503]) responses[503].headers = retryAfter;
}

function showExamples(
  { requestBody, responses }: OperationDescription,
  operation: Operation,
  { body, reply }: NonNullable<Operation['examples']>,
): void {
  const { accepts, bare, formerNames } = operation;
  const sent = requestBody?.content?.[accepts?.[0] ?? json];
  if (sent && body !== undefined) sent.example = bare || accepts ? body : { parameters: body };
  const statusCode = successStatus(operation);
  const answered = responses[String(statusCode)]?.content?.[json];
  if (!answered || reply === undefined) return;
  const payload = formerNames ? addFormerNames(reply, formerNames) : reply;
  answered.example = operation.envelope ? { statusCode, info: payload } : payload;
}

function showParameters(
  { parameters = [] }: OperationDescription,
  { path, examples }: Operation,
): void {
  for (const one of parameters) {
    if ('$ref' in one) continue;
    const value = one.in === 'path' ? getExampleParam(path, one.name) : examples?.query?.[one.name];
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

/** Wrappers of fields, payloads and files have the same description everywhere. */
function nameWrappers({ requestBody, responses }: OperationDescription): void {
  const bodies = [requestBody, ...Object.values(responses)];
  for (const { schema } of bodies.flatMap((one) => Object.values(one?.content ?? {})))
    for (const [name, property] of Object.entries((schema as Wrapper)?.properties ?? {}))
      if (wrappers[name]) property.description ??= wrappers[name];
}

type CodeSample = { lang: string; label: string; source: string };

/** These operations concern the session itself, so that a JWT isn't accepted. */
const sessionOperations = ['getToken', 'changePassword', 'signOut', 'deleteAccount'];

/** The operation's example as a call of the SDK. The viewer makes the samples of other clients. */
function createSdkSample(operation: Operation, baseUrl: string): CodeSample | undefined {
  const { noun, reply, answers } = operation;
  if (typeof noun !== 'string') return undefined;
  const values = collectArguments(operation);
  const call = `insignia.${noun}(${Object.keys(values).length > 0 ? formatLiteral(values) : ''})`;
  const lines = [
    "import { createClient } from '@insignia/sdk';",
    '',
    `const insignia = createClient({ baseUrl: '${new URL(baseUrl).origin}'${chooseAuthentication(operation)} });`,
    '',
    `const result = await ${call};`,
    reply || answers
      ? 'console.log(result);'
      : "console.log(result.headers.get('content-type')); // its body is a stream",
  ];
  return { lang: 'javascript', label: 'SDK', source: lines.join('\n') };
}

function chooseAuthentication({ id, access }: Operation): string {
  // In a browser, on the service's own pages.
  if (sessionOperations.includes(id)) return ', session: true';
  if (access === 'public') return '';
  return access.who === 'person' || access.personOnly
    ? ', token: process.env.INSIGNIA_JWT'
    : ', apiKey: process.env.INSIGNIA_API_KEY';
}

/** Path, query and body, which the SDK takes as one object. */
function collectArguments({ path, accepts, body, examples }: Operation): object {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  const content = examples?.body as object | string | undefined;
  return {
    ...Object.fromEntries(names.map((name) => [name, getExampleParam(path, name)])),
    ...Object.fromEntries(new URLSearchParams(examples?.query)),
    ...(accepts && !body ? content && { file: content } : (content as object | undefined)),
  };
}

/** A value as JavaScript, one member per line. */
function formatLiteral(value: unknown, indent = ''): string {
  if (typeof value === 'string')
    return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`;
  if (typeof value !== 'object' || value === null) return String(value);
  const inner = `${indent}  `;
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  const members = Array.isArray(value)
    ? value.map((each) => formatLiteral(each, inner))
    : Object.entries(value).map(([name, each]) => {
        const key = /^\w+$/.test(name) ? name : formatLiteral(name);
        return `${key}: ${formatLiteral(each, inner)}`;
      });
  if (members.length === 0) return `${open}${close}`;
  return `${open}\n${members.map((line) => `${inner}${line},\n`).join('')}${indent}${close}`;
}
