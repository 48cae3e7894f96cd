import type { ErrorDetail } from '@insignia/contract';
import { Problem } from '../../../kernel/problem.ts';
import type { Trx } from '../../../platform/db/index.ts';
import {
  imageFaults,
  keepImage,
  type StoredImage,
  storeImage,
} from '../../../platform/images/index.ts';
import type { IssuerDeps } from '../deps.ts';
import { type BrandChange, picturesIn } from './rules.ts';

/** Smaller ones are blocks on paper. */
const leastSignature = { width: 80, height: 20 };
const isAddress = (text: string): boolean => /^https?:/i.test(text);

/** What can be said against the pictures of a change, of whatever shape it is, without decoding them. */
export function brandFaults(fields: Readonly<Record<string, unknown>>): ErrorDetail[] {
  return picturesIn(fields).flatMap(({ path, text, isSignature }) =>
    text === '' || isAddress(text)
      ? []
      : imageFaults(path, text, isSignature ? leastSignature : undefined),
  );
}

/** The new pictures of a change, stored. */
export class BrandPictures {
  readonly #stored = new Map<string, StoredImage>();
  readonly #urls: IssuerDeps['urls'];

  private constructor(urls: IssuerDeps['urls']) {
    this.#urls = urls;
  }

  static async store(deps: IssuerDeps, change: BrandChange): Promise<BrandPictures> {
    const faults = brandFaults(change);
    if (faults.length > 0) throw new Problem('invalid_request', { details: faults });
    const pictures = new BrandPictures(deps.urls);
    for (const { path, text } of picturesIn(change))
      if (text !== '' && !isAddress(text) && !pictures.#stored.has(text))
        pictures.#stored.set(text, await storeImage(deps, path, text, true));
    return pictures;
  }

  /** Makes them ones that are referred to; whoever keeps others by their address must have them. */
  async keep(trx: Trx, change: BrandChange, has: string[], now: Date): Promise<void> {
    const known = new Set(has.map((cid) => this.#urls.image(cid)));
    const strange = picturesIn(change).filter(({ text }) => isAddress(text) && !known.has(text));
    if (strange.length > 0)
      throw new Problem('invalid_request', {
        details: strange.map(({ path }) => ({ path, message: 'is no picture of this brand' })),
      });
    for (const image of this.#stored.values()) await keepImage(trx, image, now);
  }

  cidOf(text: string): string {
    return this.#stored.get(text)?.cid ?? text.slice(text.lastIndexOf('/') + 1);
  }
}
