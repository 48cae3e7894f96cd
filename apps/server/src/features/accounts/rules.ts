import { noLimit, type Plan, plans } from '@insignia/contract';

/** For API replies: null means no limit. */
export function formatLimits(plan: Plan) {
  const { issuers, seats, credentials } = plans[plan];
  const formatLimit = (limit: number) => (limit === noLimit ? null : limit);
  return {
    issuers: formatLimit(issuers),
    seats: formatLimit(seats),
    credentials: formatLimit(credentials),
  };
}
