import { etagOf } from '../../platform/etag.ts';
import type { BadgeWithDesign } from './store.ts';

/** Of all that a reader sees of it. */
export function etagOfBadge(badge: BadgeWithDesign): string {
  const { name, description, criteria, imageCid, shareText, designJson } = badge;
  return etagOf([name, description, criteria, imageCid, shareText, designJson]);
}
