import { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import type { KeyScope, Role, tags } from './vocabulary.ts';

/** An operation is open to anyone, to a signed-in user, or to a caller with a scope and a role in an account. */
export type Access =
  | 'public'
  /** `isOwn`: not for sessions that only an identity provider vouches for. */
  | { who: 'person'; isOwn?: true }
  | { who: 'caller'; scope: KeyScope; role: Role; personOnly?: true; isOwn?: true };

/** Kinds of things in the audit log. */
export const auditTargetKinds = [
  'account',
  'issuer',
  'badge',
  'credential',
  'import',
  'mail',
  'key',
  'member',
  'webhook',
  'connection',
  'domain',
  'platform',
] as const;
export type AuditTargetKind = (typeof auditTargetKinds)[number];

/** An example request. Path parameters come from `getExampleParam`. */
type Examples = { query?: Readonly<Record<string, string>>; body?: unknown; reply?: unknown };

/** Settings of an installation that a schema depends on. */
export type SchemaSettings = {
  /** Minimum length of a recipient's name in UTF-16 units. */
  recipientNameMin: number;
};
type BodySchema = z.ZodType | ((settings: SchemaSettings) => z.ZodType);

/** Fields that every definition needs. The others in `Fields` are optional. */
type Requirements =
  /** A schema of the reply with an example of it, or the media types that the handler sends. */
  (
    | { reply: z.ZodType; examples: { reply: unknown } }
    | { reply?: undefined; serves: readonly string[] }
    | { reply?: undefined; answers: z.ZodType }
  ) &
    /** A body comes with an example of it. */
    ({ body?: undefined } | { body: BodySchema; examples: { body: unknown } }) &
    /** A write names what the audit log says it was done to, or null if it isn't logged. */
    (
      | { method: 'GET'; audit?: AuditTargetKind }
      | { method: 'POST' | 'PUT' | 'DELETE'; audit: AuditTargetKind | null }
    );

/** A complete operation of the API: request, response, access and errors. */
export type Operation = Fields & Requirements;

type Fields = {
  /** Name in the operations table and in OpenAPI (`operationId`). */
  id: string;
  /** The SDK's noun and method, such as `badges.create`, or why no client calls the operation. */
  noun: `${string}.${string}` | { none: string };
  /** Method of the SDK that iterates over all pages. */
  iterator?: string;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  access: Access;
  tag: (typeof tags)[number]['name'];
  summary: string;
  /** Markdown for API users; adds what the summary leaves open. */
  description: string;
  /** Version of the API that introduced it, or will if unreleased. */
  since: Version;
  /** Path parameters. Those in `ids` are parsed as ids. */
  params?: z.ZodObject;
  query?: z.ZodObject;
  /** Fields inside `parameters`, or the whole body if `bare`. */
  body?: BodySchema;
  /** The payload. Operations that send a document or page themselves have none. */
  reply?: z.ZodType;
  /** JSON responses of operations that send their own response. */
  answers?: z.ZodType;
  /** Wraps the payload as `{statusCode, info}`. */
  envelope?: true;
  /** Names that members of the reply had before 1.0. The response repeats these members under them. */
  formerNames?: FormerNames;
  /** Errors beyond those that every operation of its kind can return (`listErrorCodes`). */
  errors?: readonly ErrorCode[];
  /**
   * Path parameters that are ids (bare or URL), with the error for malformed ones. The body may
   * repeat such an id but not contradict it.
   */
  ids?: Readonly<Record<string, ErrorCode>>;
  /** Accepts an `Idempotency-Key`. */
  idempotent?: true;
  /** The resource has an `ETag`: writes accept `If-Match`, reads accept `If-None-Match`. */
  tagged?: true;
  /** A working request and its reply. Tests send it, also as another account. */
  examples?: Examples;
  /** The body of a bare operation may also come inside `parameters`. */
  mayWrap?: true;
  /** An absent body or `{}` means empty `parameters`. */
  mayBeEmpty?: true;
  /** Media types beyond JSON. The handler reads the body; `body` describes the JSON form. */
  accepts?: readonly string[];
  status?: 201 | 202;
  /** The body has its fields at the top level, without `parameters`. */
  bare?: true;
  /** Errors also have `error_description`, and `error` is the code (RFC 6749 §5.2). */
  errorFormat?: 'oauth';
  /** Other sites may read the response (CORS): it is public and the same for everyone. */
  anyOrigin?: true;
  /**
   * Maximum body size in bytes; defaults to the one of `getBodyLimit`. Forms with a file have their own limits.
   */
  bodyLimit?: number;
  /** Media types of responses that aren't JSON. */
  serves?: readonly string[];
  /** Exempt from rate limits, for health checks. */
  uncounted?: true;
  /** Answered even if the database is unavailable, for health checks. */
  withoutDatabase?: true;
  /** Not a GET, but writes nothing: it only inspects what it receives. */
  keepsNothing?: true;
  /** Responses besides success and errors, beyond those that `listOtherResponses` adds. */
  others?: readonly OtherResponse[];
};

/** A group of operations that one feature implements, by id. */
export type Operations<G> = { readonly [Id in keyof G]: Operation & { readonly id: Id } };

/** Preserves the literal types of a definition, from which server and client types are inferred. */
export const defineOperation = <const O extends Partial<Fields>>(
  definition: O & MissingFields<O>,
): CompleteDefinition<O> => definition as unknown as CompleteDefinition<O>;

/** An incomplete definition gives its error there, and few others where it is used. */
type CompleteDefinition<O> = O extends Operation ? O : O & Operation;

/** Names the fields that a definition lacks, so that the type error names them too. */
type MissingFields<O> = O extends Operation
  ? unknown
  : Pick<Fields, Exclude<RequiredFields, keyof O>> &
      (O extends { reply: z.ZodType } | { answers: z.ZodType } | { serves: readonly string[] }
        ? unknown
        : { reply: z.ZodType }) &
      (O extends { reply: z.ZodType } ? { examples: { reply: unknown } } : unknown) &
      (O extends { body: BodySchema } ? { examples: { body: unknown } } : unknown) &
      (O extends { method: 'GET' } ? unknown : { audit: AuditTargetKind | null });
type RequiredFields = {
  [Name in keyof Fields]-?: undefined extends Fields[Name] ? never : Name;
}[keyof Fields];

type SchemaOutput<T> = T extends z.ZodType ? z.output<T> : undefined;
type SchemaInput<T> = T extends z.ZodType ? z.input<T> : undefined;
type ConfiguredSchema<T> = T extends (settings: SchemaSettings) => infer S ? S : T;
type MemberOf<O, K extends string> = O extends Record<K, infer V> ? V : undefined;
export type OperationParams<O> = SchemaOutput<MemberOf<O, 'params'>>;
export type OperationQuery<O> = SchemaOutput<MemberOf<O, 'query'>>;
export type OperationBody<O> = SchemaOutput<ConfiguredSchema<MemberOf<O, 'body'>>>;
export type OperationPayload<O> = SchemaInput<MemberOf<O, 'reply'>>;

export const accountReadAccess = { who: 'caller', scope: 'read', role: 'viewer' } as const;
export const accountEditAccess = { who: 'caller', scope: 'write', role: 'editor' } as const;
export const accountAdminAccess = { who: 'caller', scope: 'write', role: 'admin' } as const;
export const keyAccess = {
  who: 'caller',
  scope: 'write',
  role: 'viewer',
  personOnly: true,
} as const;
export const userAccess = { who: 'person' } as const;
/** For what belongs to the user alone, and not to an account of their organization. */
export const ownAccess = { who: 'person', isOwn: true } as const;

const kibibyte = 1024;
const mebibyte = 1024 * kibibyte;
/** In bytes. */
export const bodyLimits = {
  small: 16 * kibibyte,
  usual: mebibyte,
  /** 10,000 credentials by address. */
  many: 2 * mebibyte,
  /** A 5 MiB picture in base64, plus the other fields. */
  picture: 8 * mebibyte,
} as const;

/** Larger bodies wait for a place before the service reads them. Most pictures are smaller. */
export const SMALL_BODY_BYTES = 256 * kibibyte;

export function getBodyLimit({ bodyLimit, access }: Operation): number {
  return bodyLimit ?? (access === 'public' ? bodyLimits.small : bodyLimits.usual);
}

export function successStatus({ status }: Operation): number {
  return status ?? 200;
}

/** The response body, including former names and the envelope. */
export function replySchema(operation: Operation): z.ZodType | undefined {
  const { envelope, answers } = operation;
  const { formerNames } = operation;
  const reply =
    formerNames && operation.reply
      ? addFormerSchemas(operation.reply, formerNames)
      : operation.reply;
  if (!envelope) return reply ?? answers;
  return z.object({ statusCode: z.literal(successStatus(operation)), info: reply ?? z.any() });
}

type FormerNames = Readonly<Record<string, string>>;

function addFormerSchemas(reply: z.ZodType, names: FormerNames): z.ZodType {
  if (!(reply instanceof z.ZodObject)) return reply;
  const former = Object.entries(names).map(([name, before]) => [
    before,
    (reply.shape[name] as z.ZodType).meta({
      deprecated: true,
      description: `Same as \`${name}\`. Removed in 1.1`,
    }),
  ]);
  return reply.extend(Object.fromEntries(former));
}

/** Repeats members of the payload under their former names. */
export function addFormerNames(payload: unknown, names: FormerNames): object {
  const named = payload as Record<string, unknown>;
  const former = Object.entries(names).map(([name, before]) => [before, named[name]]);
  return { ...named, ...Object.fromEntries(former) };
}

/** The body's fields on an installation with these settings. */
export function bodySchema({ body }: Operation, settings: SchemaSettings): z.ZodType | undefined {
  return typeof body === 'function' ? body(settings) : body;
}

/** The request body, including `parameters`. */
export function requestBodySchema(
  operation: Operation,
  settings: SchemaSettings,
): z.ZodType | undefined {
  const body = bodySchema(operation, settings);
  return body && (operation.bare ? body : z.object({ parameters: body }));
}

/**
 * Versions of the API, oldest first (docs/use/versioning.md). The last one is current: unreleased
 * additions name it in `since`.
 */
export const versions = ['1.0'] as const;
export type Version = (typeof versions)[number];

/** A response that is neither success nor an error in the standard shape. */
export type OtherResponse = {
  status: number;
  /** When it is sent, for API users. */
  when: string;
  /** Media types. Redirects and 304 have none. */
  serves?: readonly string[];
};

export const redirectToPage: OtherResponse = {
  status: 303,
  when: 'Redirect to the page, if `Accept` prefers HTML to both JSON formats.',
};
export const notModified: OtherResponse = {
  status: 304,
  when: 'Not modified: `If-None-Match` contains the current `ETag`.',
};
export const redirectToOwnHost: OtherResponse = {
  status: 302,
  when: "Redirect to this service's own host, for browsers that use another one.",
};

/** An error shown to people as a page. */
export function createErrorPage(status: number, when: string): OtherResponse {
  return { status, when, serves: ['text/html'] };
}
