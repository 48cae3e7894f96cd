import type { Attributes } from '@insignia/recipients';
import type { Badge } from '../../../shared/queries.ts';
import { bareId } from '../../../shared/random-id.ts';

/** Custom fields of the badge. */
export function attributesOf(badges: readonly Badge[], badgeId: string): Attributes {
  return badges.find(({ id }) => bareId(id) === badgeId)?.attributes ?? [];
}
