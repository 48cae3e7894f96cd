import { noLimit, type Plan, plans } from '@insignia/contract';

export function limitsOf(plan: Plan): (typeof plans)[Plan] {
  return plans[plan];
}

/** As told to people: null where there is none. */
export function shownLimits(plan: Plan) {
  const { issuers, seats, credentials } = limitsOf(plan);
  const shown = (limit: number) => (limit === noLimit ? null : limit);
  return { issuers: shown(issuers), seats: shown(seats), credentials: shown(credentials) };
}
