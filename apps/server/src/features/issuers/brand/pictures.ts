import type { ErrorDetail } from '@insignia/contract';
import { Problem } from '../../../kernel/problem.ts';
import type { Trx } from '../../../platform/db/index.ts';
import {
  decodeImage,
  imageFaults,
  keepImage,
  type StoredImage,
  storeImage,
} from '../../../platform/images/index.ts';
import type { IssuerDeps } from '../deps.ts';
import { brandPicture, leastBrandLogo } from '../rules.ts';
import { type BrandChange, picturesIn } from './rules.ts';

/** Smaller ones are blocks on paper. */
const leastSignature = { width: 80, height: 20 };
const isAddress = (text: string): boolean => /^https?:/i.test(text);

/** What can be said against the pictures of a change, of whatever shape it is, without decoding them. */
export function brandFaults(fields: Readonly<Record<string, unknown>>): ErrorDetail[] {
  return picturesIn(fields).flatMap(({ path, text, isSignature }) =>
    text === '' || isAddress(text)
      ? []
      : imageFaults(path, text, isSignature ? leastSignature : leastBrandLogo),
  );
}

type Take = (path: string, text: string) => Promise<StoredImage>;

/** The new pictures of a change. */
export class BrandPictures {
  readonly #stored = new Map<string, StoredImage>();
  readonly #urls: IssuerDeps['urls'];

  private constructor(urls: IssuerDeps['urls']) {
    this.#urls = urls;
  }

  static store(deps: IssuerDeps, change: BrandChange): Promise<BrandPictures> {
    return BrandPictures.take(deps.urls, change, (path, text) =>
      storeImage(deps, path, text, brandPicture),
    );
  }

  /** As they would be stored. */
  static decode(urls: IssuerDeps['urls'], change: BrandChange): Promise<BrandPictures> {
    return BrandPictures.take(urls, change, (path, text) => decodeImage(path, text, brandPicture));
  }

  private static async take(
    urls: IssuerDeps['urls'],
    change: BrandChange,
    take: Take,
  ): Promise<BrandPictures> {
    const faults = brandFaults(change);
    if (faults.length > 0) throw new Problem('invalid_request', { details: faults });
    const pictures = new BrandPictures(urls);
    for (const { path, text } of picturesIn(change))
      if (text !== '' && !isAddress(text) && !pictures.#stored.has(text))
        pictures.#stored.set(text, await take(path, text));
    return pictures;
  }

  /** Makes them ones that are referred to. */
  async keep(trx: Trx, change: BrandChange, has: string[], now: Date): Promise<void> {
    this.refuseStrange(change, has);
    for (const image of this.#stored.values()) await keepImage(trx, image, now);
  }

  /** Whoever keeps others by their address must have them. */
  refuseStrange(change: BrandChange, has: string[]): void {
    const known = new Set(has.map((cid) => this.#urls.image(cid)));
    const strange = picturesIn(change).filter(({ text }) => isAddress(text) && !known.has(text));
    if (strange.length > 0)
      throw new Problem('invalid_request', {
        details: strange.map(({ path }) => ({ path, message: 'is no picture of this brand' })),
      });
  }

  /** By their content's id. */
  bytes(): Map<string, Buffer> {
    const all = Array.from(
      this.#stored.values(),
      ({ cid, image: { bytes } }) => [cid, bytes] as const,
    );
    return new Map(all);
  }

  cidOf(text: string): string {
    return this.#stored.get(text)?.cid ?? text.slice(text.lastIndexOf('/') + 1);
  }
}
