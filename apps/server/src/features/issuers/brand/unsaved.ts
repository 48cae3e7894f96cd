import type { Urls } from '../../../kernel/urls.ts';
import { BrandPictures } from './pictures.ts';
import { type BrandChange, changed, picturesOf, type StoredBrand } from './rules.ts';

/** Previews a change with pictures that aren't stored. Fails as the change would. */
export async function unsavedBrand(
  urls: Urls,
  before: StoredBrand,
  change: BrandChange,
): Promise<{ brand: StoredBrand; pictures: ReadonlyMap<string, Buffer> }> {
  const pictures = await BrandPictures.decode(urls, change);
  pictures.refuseStrange(change, picturesOf(before));
  const brand = changed(before, change, (text) => pictures.cidOf(text));
  return { brand, pictures: pictures.bytes() };
}
