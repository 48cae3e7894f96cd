import { z } from 'zod';
import { email, line } from './text.ts';

/** 8 to 128 characters, taken exactly as typed. */
const password = z
  .string()
  .min(8, 'must have at least 8 characters')
  .max(128, 'must have at most 128 characters')
  .refine(
    (value) => value.isWellFormed() && !value.includes('\u0000'),
    'must be well-formed Unicode without NUL',
  );

/** A password to compare: whatever the rules for new ones say. */
const typedPassword = z
  .string()
  .max(128, 'must have at most 128 characters')
  .refine(
    (value) => value.isWellFormed() && !value.includes('\u0000'),
    'must be well-formed Unicode without NUL',
  );

export const signUp = z.object({ name: line({ max: 200 }), email, password });
export const signIn = z.object({
  email,
  password: typedPassword,
});
export const confirmEmail = z.object({ token: line({ max: 200 }), password: typedPassword });
export const requestReset = z.object({ email });
export const resetPassword = z.object({
  token: line({ max: 200 }),
  newPassword: password,
  revokeKeys: z.boolean().optional().meta({
    description: 'Revokes all API keys that the person has made, in every account',
  }),
});
export const changePassword = z.object({
  currentPassword: typedPassword,
  newPassword: password,
});
export const revokeSession = z.object({ sessionId: line({ max: 64 }) });

export const roles = ['viewer', 'editor', 'admin', 'owner'] as const;
export type Role = (typeof roles)[number];
const scopes = ['read', 'write'] as const;
export type Scope = (typeof scopes)[number];

/** Of a plan without limits: the largest number that fits the columns that count. */
export const noLimit = 2_147_483_647;

/** Limits of each plan (interface specification §8); `unlimited` is the operator's own (decisions, "Configuration"). */
export const plans = {
  free: { issuers: 2, seats: 2, credentials: 100 },
  starter: { issuers: 5, seats: 5, credentials: 1_000 },
  pro: { issuers: 10, seats: 20, credentials: 10_000 },
  unlimited: { issuers: noLimit, seats: noLimit, credentials: noLimit },
} as const;
export type Plan = keyof typeof plans;

export const createKey = z.object({ name: line({ max: 200 }), scope: z.enum(scopes) });
export const keyItem = z
  .object({
    keyId: z.string(),
    name: z.string(),
    scope: z.enum(scopes),
    prefix: z.string().meta({ description: 'The first 8 of the 32 hexadecimal digits' }),
    createdAt: z.int().meta({ description: 'Epoch milliseconds' }),
    lastUsedAt: z.int().nullable().meta({ description: 'Epoch milliseconds, to the minute' }),
  })
  .meta({ id: 'ApiKey' });
export const createdKey = keyItem.pick({ keyId: true, name: true, scope: true }).extend({
  key: z.string().meta({ description: 'insignia_ and 32 hexadecimal digits; shown once' }),
});

/** Prefix of every key (interface specification §2.8). */
export const keyPrefix = 'insignia';
