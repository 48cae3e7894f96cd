import { type ErrorDetail, messageOf } from '@insignia/contract';
import { z } from 'zod';

// Faults are worded as the service words them.
z.config({ customError: messageOf });

/** All that a schema of the contract finds wrong. */
export function faultsOf(schema: z.ZodType, body: unknown): ErrorDetail[] {
  const { error } = schema.safeParse(body);
  return (error?.issues ?? []).map(({ path, message }) => ({ path: path.join('.'), message }));
}
