import { noLimit, type Plan, plans } from '@insignia/contract';

export function planLimits(plan: Plan): (typeof plans)[Plan] {
  return plans[plan];
}

/** For API replies: null means no limit. */
export function formatLimits(plan: Plan) {
  const { issuers, seats, credentials } = planLimits(plan);
  const shown = (limit: number) => (limit === noLimit ? null : limit);
  return { issuers: shown(issuers), seats: shown(seats), credentials: shown(credentials) };
}
