import {
  type Access,
  type ErrorCode,
  errorBody,
  errors,
  getBodyLimit,
  groupByStatus,
  listErrorCodes,
  type Operation,
  oauthErrorBody,
  replySchema,
  requestBodySchema,
  type SchemaSettings,
  successStatus,
} from '@insignia/contract';
import type { z } from 'zod';

/** Schemas for validation and for the reference. */
export function buildRouteSchema(
  operation: Operation,
  settings: SchemaSettings,
): Record<string, unknown> {
  const { id, tag, summary, description, access, params, query, accepts } = operation;
  // The handler reads bodies that may be a file.
  const body = accepts ? undefined : requestBodySchema(operation, settings);
  const size = body || accepts ? `Body: at most ${formatBodyLimit(operation)}.` : undefined;
  const words = [description, size].filter(Boolean).join('\n\n');
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(words && { description: words }),
    security: access === 'public' ? [] : buildSecurity(access),
    ...(params ? { params } : {}),
    ...(query ? { querystring: query } : {}),
    ...(body ? { body } : {}),
    response: describeReplies(operation),
  };
}

/** Built once per process: a schema takes long to build, and compiles itself at its first use. */
const describedReplies = new Map<Operation, Record<number, z.ZodType>>();

function describeReplies(operation: Operation): Record<number, z.ZodType> {
  const known = describedReplies.get(operation);
  if (known) return known;
  const success = replySchema(operation);
  const replies = {
    ...(success ? { [successStatus(operation)]: success } : {}),
    ...buildErrorReplies(operation),
  };
  describedReplies.set(operation, replies);
  return replies;
}

function formatBodyLimit(operation: Operation): string {
  return formatBinarySize(getBodyLimit(operation));
}

function buildSecurity(access: Exclude<Access, 'public'>): Record<string, string[]>[] {
  const personal: Record<string, string[]>[] = [{ session: [] }, { jwt: [] }];
  return access.who === 'person' || access.personOnly ? personal : [{ apiKey: [] }, ...personal];
}

/** Error responses: one schema per status with the codes in its description. */
function buildErrorReplies(operation: Operation): Record<number, z.ZodType> {
  return Object.fromEntries(
    [...groupByStatus(listErrorCodes(operation))].map(([status, found]) => [
      status,
      describeErrors(operation.errorFormat, found),
    ]),
  );
}

/** Most operations share their errors, and a schema takes long to build. */
const describedErrors = new Map<string, z.ZodType>();

function describeErrors(format: Operation['errorFormat'], codes: ErrorCode[]): z.ZodType {
  const key = `${format} ${codes}`;
  const known = describedErrors.get(key);
  if (known) return known;
  const schema = (format === 'oauth' ? oauthErrorBody : errorBody).describe(
    codes.map((code) => `\`${code}\`: ${errors[code].text}`).join('\n\n'),
  );
  describedErrors.set(key, schema);
  return schema;
}

export function formatBinarySize(bytes: number): string {
  const kibibytes = bytes / 1024;
  return kibibytes < 1024 ? `${kibibytes} KiB` : `${kibibytes / 1024} MiB`;
}
