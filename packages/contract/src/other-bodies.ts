import type { z } from 'zod';
import type { OperationId } from './operations.ts';
import { verifyBody } from './verify.ts';

/** The JSON of operations that take a file as well, so that their handlers read the body themselves. */
export const otherBodies: Partial<Record<OperationId, z.ZodType>> = { verifyPosted: verifyBody };
