import type { Urls } from '../../../kernel/urls.ts';
import { BrandPictures } from './pictures.ts';
import {
  applyBrandChange,
  type BrandChange,
  listBrandPictures,
  type StoredBrand,
} from './rules.ts';

/** Previews a change with pictures that aren't stored. Fails as the change would. */
export async function buildUnsavedBrand(
  urls: Urls,
  before: StoredBrand,
  change: BrandChange,
): Promise<{ brand: StoredBrand; pictures: ReadonlyMap<string, Buffer> }> {
  const pictures = await BrandPictures.decode(urls, change);
  pictures.refuseStrange(change, listBrandPictures(before));
  const brand = applyBrandChange(before, change, (text) => pictures.cidOf(text));
  return { brand, pictures: pictures.bytes() };
}
