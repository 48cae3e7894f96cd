import { noLimit, type Plan, plans } from '@insignia/contract';

export function planLimits(plan: Plan): (typeof plans)[Plan] {
  return plans[plan];
}

/** For API replies: null means no limit. */
export function formatLimits(plan: Plan) {
  const { issuers, seats, credentials } = planLimits(plan);
  const formatLimit = (limit: number) => (limit === noLimit ? null : limit);
  return {
    issuers: formatLimit(issuers),
    seats: formatLimit(seats),
    credentials: formatLimit(credentials),
  };
}
