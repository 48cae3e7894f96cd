/** Fits the integer columns that count. */
export const noLimit = 2_147_483_647;

/**
 * Limits per plan (interface specification §8). `unlimited` is for the operator's own accounts
 * (decisions, "Configuration").
 */
export const plans = {
  free: { issuers: 2, seats: 2, credentials: 100 },
  starter: { issuers: 5, seats: 5, credentials: 1_000 },
  pro: { issuers: 10, seats: 20, credentials: 10_000 },
  unlimited: { issuers: noLimit, seats: noLimit, credentials: noLimit },
} as const;
export type Plan = keyof typeof plans;
