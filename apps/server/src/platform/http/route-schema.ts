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
  const success = replySchema(operation);
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
    response: {
      ...(success ? { [successStatus(operation)]: success } : {}),
      ...buildErrorReplies(operation),
    },
  };
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
  const schemaOfCodes = (found: ErrorCode[]) =>
    (operation.errorFormat === 'oauth' ? oauthErrorBody : errorBody).describe(
      found.map((code) => `\`${code}\`: ${errors[code].text}`).join('\n\n'),
    );
  return Object.fromEntries(
    [...groupByStatus(listErrorCodes(operation))].map(([status, found]) => [
      status,
      schemaOfCodes(found),
    ]),
  );
}

export function formatBinarySize(bytes: number): string {
  const kibibytes = bytes / 1024;
  return kibibytes < 1024 ? `${kibibytes} KiB` : `${kibibytes / 1024} MiB`;
}
