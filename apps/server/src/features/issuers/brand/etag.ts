import { computeEtag } from '../../../platform/http/etag.ts';
import type { BrandRow } from './store.ts';

/** Covers what clients see. A resized logo counts as the same logo. */
export function computeBrandEtag({ logoCid, brand }: BrandRow): string {
  const { accentColor, logoDarkCid, website, footText, signatures } = brand;
  const { certificateStyle, orientation, paper, language, searchIndexing } = brand;
  return computeEtag([
    ...[logoCid, accentColor, logoDarkCid, website, footText],
    ...[certificateStyle, orientation, paper, language, searchIndexing],
    signatures.map(({ name, title, pictureCid }) => [name, title, pictureCid]),
  ]);
}
