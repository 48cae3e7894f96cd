import { type ErrorDetail, getIssueMessage } from '@insignia/contract';
import { z } from 'zod';

// The same words as the service's own.
z.config({ customError: getIssueMessage });

/** Lists what a schema of the contract finds wrong. */
export function findBodyErrors(schema: z.ZodType, body: unknown): ErrorDetail[] {
  const { error } = schema.safeParse(body);
  return (error?.issues ?? []).map(({ path, message }) => ({ path: path.join('.'), message }));
}
