import type { Attributes } from '@insignia/recipients';
import type { Badge } from '../../../shared/queries.ts';
import { idFromUrl } from '../../../shared/random-id.ts';

/** Custom fields of the badge. */
export function findBadgeAttributes(badges: readonly Badge[], badgeId: string): Attributes {
  return badges.find(({ id }) => idFromUrl(id) === badgeId)?.attributes ?? [];
}
