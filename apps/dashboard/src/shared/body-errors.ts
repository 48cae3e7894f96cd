import { type ErrorDetail, getIssueMessage } from '@insignia/contract';
import { z } from 'zod';

// Forms and the API report errors in the same words.
z.config({ customError: getIssueMessage });

/** Validates a body against a schema of the contract and lists the errors. */
export function findBodyErrors(schema: z.ZodType, body: unknown): ErrorDetail[] {
  const { error } = schema.safeParse(body);
  return (error?.issues ?? []).map(({ path, message }) => ({ path: path.join('.'), message }));
}
