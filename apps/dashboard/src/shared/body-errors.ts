import { type ErrorDetail, getIssueMessage } from '@insignia/contract';
import { z } from 'zod';
import { describeFieldError } from './field-errors.ts';

// Forms and the API have the same messages, so both get the same texts for people.
z.config({ customError: getIssueMessage });

/** Validates a body against a schema of the contract. Lists the errors in words for people. */
export function findBodyErrors(schema: z.ZodType, body: unknown): ErrorDetail[] {
  const { error } = schema.safeParse(body);
  return (error?.issues ?? []).map(({ path, message }) => ({
    path: path.join('.'),
    message: describeFieldError(message),
  }));
}
