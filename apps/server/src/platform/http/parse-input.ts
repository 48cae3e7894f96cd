import type { z } from 'zod';
import { Problem } from '../../kernel/problem.ts';

/** Parses a value by a schema. Throws with all invalid fields. */
export function parseInput<S extends z.ZodType>(schema: S, sent: unknown): z.output<S> {
  const parsed = schema.safeParse(sent);
  if (parsed.success) return parsed.data;
  const details = parsed.error.issues.map(({ path, message }) => ({
    path: path.join('.'),
    message,
  }));
  throw new Problem('invalid_request', { details });
}
