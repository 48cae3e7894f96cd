import {
  type Access,
  answerOf,
  bodyLimitOf,
  byStatus,
  type ErrorCode,
  errorBody,
  errors,
  type Operation,
  refusalsOf,
  sentBodyOf,
  statusOf,
} from '@insignia/contract';
import type { z } from 'zod';
import { inBinaryUnits } from '../../kernel/sizes.ts';

/** Schemas for validation and for the reference. */
export function schemaOf(operation: Operation): Record<string, unknown> {
  const { id, tag, summary, description, access, params, query, accepts } = operation;
  // The handler reads bodies that may be a file.
  const body = accepts ? undefined : sentBodyOf(operation);
  const success = answerOf(operation);
  const size = body || accepts ? `Body: at most ${sizeOf(operation)}.` : undefined;
  const words = [description, size].filter(Boolean).join('\n\n');
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(words && { description: words }),
    security: access === 'public' ? [] : securityOf(access),
    ...(params ? { params } : {}),
    ...(query ? { querystring: query } : {}),
    ...(body ? { body } : {}),
    response: {
      ...(success ? { [statusOf(operation)]: success } : {}),
      ...refusals(operation),
    },
  };
}

function sizeOf(operation: Operation): string {
  return inBinaryUnits(bodyLimitOf(operation));
}

function securityOf(access: Exclude<Access, 'public'>): Record<string, string[]>[] {
  const personal: Record<string, string[]>[] = [{ session: [] }, { jwt: [] }];
  return access.who === 'person' || access.personOnly ? personal : [{ apiKey: [] }, ...personal];
}

/** Error responses: one schema per status with the codes in its description. */
function refusals(operation: Operation): Record<number, z.ZodType> {
  const schemaOfCodes = (found: ErrorCode[]) =>
    errorBody.describe(found.map((code) => `\`${code}\`: ${errors[code].text}`).join('\n\n'));
  return Object.fromEntries(
    [...byStatus(refusalsOf(operation))].map(([status, found]) => [status, schemaOfCodes(found)]),
  );
}
