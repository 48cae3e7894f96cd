import { type ErrorDetail, messageOf } from '@insignia/contract';
import { z } from 'zod';

// The same words as the service's own.
z.config({ customError: messageOf });

/** Lists what a schema of the contract finds wrong. */
export function faultsOf(schema: z.ZodType, body: unknown): ErrorDetail[] {
  const { error } = schema.safeParse(body);
  return (error?.issues ?? []).map(({ path, message }) => ({ path: path.join('.'), message }));
}
