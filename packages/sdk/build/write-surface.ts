import {
  bodySchema,
  credentialFilter,
  deliveryBodies,
  errors,
  nouns,
  type Operation,
  pagedLists,
  recipientNameMin,
} from '@insignia/contract';
import { z } from 'zod';

type Io = 'input' | 'output';

/**
 * Writes the SDK's `surface.ts` as self-contained declarations, with inferred types written out.
 */
export function writeSurface(): string {
  const named = new Map<string, Schema>();
  const describeSchema = (schema: z.ZodType, io: Io): Schema => {
    const { $defs = {}, ...rest } = z.toJSONSchema(schema, {
      io,
      unrepresentable: 'any',
    }) as Schema;
    for (const [name, each] of Object.entries($defs)) named.set(name, each);
    return rest;
  };
  const members = Object.entries(nouns).map(([noun, methods]) => {
    const lists = Object.entries<Operation>(pagedLists[noun as keyof typeof pagedLists] ?? {});
    const lines = [
      ...Object.entries<Operation>(methods).map(([name, operation]) =>
        method(name, operation, describeSchema),
      ),
      ...lists.map(([name, operation]) => iterator(name, operation, describeSchema)),
      ...(isFollowed(noun) ? [follow(noun, describeSchema)] : []),
    ];
    return `${noun}: {\n${lines.join('\n')}\n};`;
  });
  const filter = toTypeScript(describeSchema(credentialFilter, 'input'));
  const events = Object.values(deliveryBodies).map(
    (body) => `| ${toTypeScript(describeSchema(body, 'output'))}`,
  );
  const codes = Object.keys(errors).map((code) => `| '${code}'`);
  return [
    "import type { EntityTag, FollowOptions, Options } from './settings.js';",
    '/** For programs; stable. */',
    `export type ErrorCode =\n${codes.join('\n')};`,
    '/** An invalid field. */',
    'export interface ErrorDetail {\n/** For example recipient.email. */\npath: string;\nmessage: string;\n}',
    `export interface AwardFilter ${filter}`,
    // Only an object can be an interface. A union or a nullable object can't.
    ...[...named].map(([name, schema]) =>
      schema.type === 'object'
        ? `export interface ${name} ${toTypeScript(schema)}`
        : `export type ${name} = ${toTypeScript(schema)};`,
    ),
    `/** The body of a delivery. */\nexport type WebhookEvent =\n${events.join('\n')};`,
    `export interface Client {\n${members.join('\n')}\n}`,
    '',
  ].join('\n');
}

type SchemaOf = (schema: z.ZodType, io: Io) => Schema;

function method(name: string, operation: Operation, schemaOf: SchemaOf): string {
  const args = writeArgs(operation, schemaOf);
  return `${describeMethod(operation)}${name}: (${args}, options?: Options) => Promise<${writeResult(operation, schemaOf)}>;`;
}

function iterator(name: string, operation: Operation, schemaOf: SchemaOf): string {
  const page = operation.reply && schemaOf(operation.reply, 'output');
  const item = Object.values(page?.properties ?? {}).find(({ type }) => type === 'array')?.items;
  const comment = toComment(`${operation.summary}, one by one over all pages`);
  const args = writeArgs(operation, schemaOf);
  return `${comment}${name}: (${args}, options?: Pick<Options, 'signal'>) => AsyncIterableIterator<${toTypeScript(item ?? {})}>;`;
}

const followed = ['jobs', 'imports', 'migrations'] as const;
type FollowedNoun = (typeof followed)[number];
const isFollowed = (noun: string): noun is FollowedNoun => followed.some((each) => each === noun);

function follow(noun: FollowedNoun, schemaOf: SchemaOf): string {
  const state = writeResult(nouns[noun].get, schemaOf);
  const comment = toComment('Yields the state after each change, until it is finished.');
  return `${comment}follow: (${noun.slice(0, -1)}Id: string, options?: FollowOptions) => AsyncIterableIterator<${state}>;`;
}

function describeMethod({ summary, description, errors: codes = [], ids = {} }: Operation): string {
  const own = [...new Set([...codes, ...Object.values(ids)])].map((code) => `\`${code}\``);
  const refusals =
    own.length > 0 ? `Errors: ${own.join(', ')}, and the errors of every call.` : undefined;
  return toComment([`${summary}.`, description, refusals].filter(Boolean).join('\n\n'));
}

/** Path, query and body as one object. On a name clash, the path wins. */
function writeArgs(operation: Operation, schemaOf: SchemaOf): string {
  const { path, params, query, accepts } = operation;
  const body = bodySchema(operation, { recipientNameMin });
  const inQuery = query ? schemaOf(query, 'input') : {};
  const inBody = body ? schemaOf(body, 'input') : {};
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  const described = params ? schemaOf(params, 'input').properties : {};
  const inPath = Object.fromEntries(
    names.map((name) => [name, described?.[name] ?? { type: 'string' }]),
  );
  const required = [...(inQuery.required ?? []), ...(inBody.required ?? []), ...names];
  const whole: Schema = {
    type: 'object',
    properties: { ...spelt(inQuery.properties), ...inBody.properties, ...inPath },
    required,
  };
  const takesFile = accepts && !body;
  const file = writeFileArgs(operation, takesFile);
  const isFree = required.length === 0 && !takesFile && !inBody.anyOf;
  const type = inBody.anyOf ? writeUnionArgs(whole, inBody.anyOf) : toTypeScript(whole);
  return `args${isFree ? '?' : ''}: ${type}${file}`;
}

/** A file instead of a body, or in a form beside its fields. */
function writeFileArgs({ accepts }: Operation, isRequired: boolean | undefined): string {
  if (isRequired) return ' & { file: Blob | Uint8Array | string }';
  return accepts?.includes('multipart/form-data') ? ' & { file?: Blob | Uint8Array }' : '';
}

/** A body with alternatives, each of which requires something. */
function writeUnionArgs(others: Schema, alternatives: Schema[]): string {
  const union = alternatives.map((each) => toTypeScript(each)).join(' | ');
  const hasOthers = Object.keys(others.properties ?? {}).length > 0;
  return hasOthers ? `${toTypeScript(others)} & (${union})` : union;
}

const spelt = (properties: Record<string, Schema> = {}): Record<string, Schema> =>
  Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, speltOne(name, schema)]),
  );

/** Query parameters sent as text accept their native type. */
function speltOne(name: string, schema: Schema): Schema {
  const { description = '' } = schema;
  if (name === 'filter') return { description, anyOf: [schema, { $ref: 'AwardFilter' }] };
  const isFlag = schema.enum?.includes('true') && schema.enum.includes('false');
  return isFlag ? { description, anyOf: [schema, { type: 'boolean' }] } : schema;
}

function writeResult({ reply, answers, tagged }: Operation, schemaOf: SchemaOf): string {
  const schema = reply ?? answers;
  if (!schema) return 'Response';
  const type = toTypeScript(schemaOf(schema, 'output'));
  return tagged ? `${type} & EntityTag` : type;
}

type Schema = {
  $ref?: string;
  $defs?: Record<string, Schema>;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  description?: string;
};

const plain: Record<string, string> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  null: 'null',
};

/** Converts a JSON Schema to TypeScript. A $ref becomes a type name. */
function toTypeScript(schema: Schema): string {
  const { $ref, const: value, enum: values, anyOf, oneOf, type } = schema;
  if ($ref) return $ref.split('/').at(-1) ?? '';
  if (value !== undefined) return JSON.stringify(value);
  if (values) return values.map((each) => JSON.stringify(each)).join(' | ');
  const options = anyOf ?? oneOf;
  if (options) return options.map(toTypeScript).join(' | ');
  if (Array.isArray(type))
    return type.map((each) => toTypeScript({ ...schema, type: each })).join(' | ');
  if (type === 'array') return `(${toTypeScript(schema.items ?? {})})[]`;
  if (type === 'object') return toObjectType(schema);
  if (type === undefined) return 'unknown';
  const found = plain[type];
  if (!found) throw new Error(`no TypeScript for ${JSON.stringify(schema)}`);
  return found;
}

function toObjectType({ properties = {}, required = [], additionalProperties }: Schema): string {
  const members = Object.entries(properties).map(([name, property]) => {
    const key = /^\w+$/.test(name) ? name : JSON.stringify(name);
    const type = toTypeScript(property);
    const member = required.includes(name) ? `${key}: ${type}` : `${key}?: ${type} | undefined`;
    return `${toComment(property.description)}${member};`;
  });
  if (typeof additionalProperties === 'object')
    members.push(`[key: string]: ${toTypeScript(additionalProperties)};`);
  if (members.length === 0 && additionalProperties === false) return 'Record<string, never>';
  return `{\n${members.join('\n')}\n}`;
}

function toComment(text: string | undefined): string {
  if (!text) return '';
  const lines = text.replaceAll('*/', '*\\/').split('\n');
  return lines.length === 1
    ? `/** ${lines[0]} */\n`
    : `/**\n${lines.map((line) => ` * ${line}`).join('\n')}\n */\n`;
}
