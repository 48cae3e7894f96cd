import type { Urls } from '../../../kernel/urls.ts';
import { BrandPictures } from './pictures.ts';
import { type BrandChange, changed, picturesOf, type StoredBrand } from './rules.ts';

/** A brand as it would be after a change, with the pictures that are nowhere yet; refused as the change would be. */
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
