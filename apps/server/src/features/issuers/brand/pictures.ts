import type { ErrorDetail } from '@insignia/contract';
import { Problem } from '../../../kernel/problem.ts';
import type { Trx } from '../../../platform/db/index.ts';
import {
  decodeImage,
  findImageErrors,
  type StoredImage,
  saveImage,
  storeImage,
} from '../../../platform/images/index.ts';
import type { IssuerDeps } from '../deps.ts';
import {
  darkLogoRules,
  MIN_BRAND_LOGO_SIZE,
  MIN_SIGNATURE_SIZE,
  signatureRules,
} from '../rules.ts';
import { type BrandChange, findPictureFields } from './rules.ts';

const isUrl = (text: string): boolean => /^https?:/i.test(text);

/** Errors of pictures in an unvalidated change, without decoding them. */
export function findBrandErrors(fields: Readonly<Record<string, unknown>>): ErrorDetail[] {
  return findPictureFields(fields).flatMap(({ path, text, isSignature }) =>
    text === '' || isUrl(text)
      ? []
      : findImageErrors(path, text, isSignature ? MIN_SIGNATURE_SIZE : MIN_BRAND_LOGO_SIZE),
  );
}

type PictureRules = typeof darkLogoRules | typeof signatureRules;
type TakePicture = (path: string, text: string, rules: PictureRules) => Promise<StoredImage>;

/** New pictures of a change. */
export class BrandPictures {
  readonly #stored = new Map<string, StoredImage>();
  readonly #urls: IssuerDeps['urls'];

  private constructor(urls: IssuerDeps['urls']) {
    this.#urls = urls;
  }

  static store(
    deps: Pick<IssuerDeps, 'db' | 'clock' | 'urls' | 'images'>,
    change: BrandChange,
  ): Promise<BrandPictures> {
    return BrandPictures.take(deps.urls, change, (path, text, rules) =>
      storeImage(deps, path, text, rules),
    );
  }

  /** Decodes without storing. */
  static decode(urls: IssuerDeps['urls'], change: BrandChange): Promise<BrandPictures> {
    return BrandPictures.take(urls, change, decodeImage);
  }

  private static async take(
    urls: IssuerDeps['urls'],
    change: BrandChange,
    take: TakePicture,
  ): Promise<BrandPictures> {
    const errors = findBrandErrors(change);
    if (errors.length > 0) throw new Problem('invalid_request', { details: errors });
    const pictures = new BrandPictures(urls);
    // If one picture is used twice, the signature's requirements are stricter.
    const fields = findPictureFields(change).toSorted(
      (one, other) => Number(other.isSignature) - Number(one.isSignature),
    );
    for (const { path, text, isSignature } of fields)
      if (text !== '' && !isUrl(text) && !pictures.#stored.has(text))
        pictures.#stored.set(
          text,
          await take(path, text, isSignature ? signatureRules : darkLogoRules),
        );
    return pictures;
  }

  /** Marks the pictures as used. */
  async keep(trx: Trx, change: BrandChange, has: string[], now: Date): Promise<void> {
    this.refuseStrange(change, has);
    for (const image of this.#stored.values()) await saveImage(trx, image, now);
  }

  /** Refuses references to pictures the account doesn't have. */
  refuseStrange(change: BrandChange, has: string[]): void {
    const known = new Set(has.map((cid) => this.#urls.image(cid)));
    const strange = findPictureFields(change).filter(({ text }) => isUrl(text) && !known.has(text));
    if (strange.length > 0)
      throw new Problem('invalid_request', {
        details: strange.map(({ path }) => ({ path, message: "isn't an image of this brand" })),
      });
  }

  /** By content address. */
  bytes(): Map<string, Buffer> {
    const all = Array.from(
      this.#stored.values(),
      ({ cid, image: { bytes } }) => [cid, bytes] as const,
    );
    return new Map(all);
  }

  getCid(text: string): string {
    return this.#stored.get(text)?.cid ?? text.slice(text.lastIndexOf('/') + 1);
  }
}
