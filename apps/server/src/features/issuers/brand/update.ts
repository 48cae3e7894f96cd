import type { ErrorDetail, OperationBody, updateBrand as operation } from '@insignia/contract';
import type { Caller } from '../../../kernel/caller.ts';
import { Problem } from '../../../kernel/problem.ts';
import type { Urls } from '../../../kernel/urls.ts';
import type { Trx } from '../../../platform/db/index.ts';
import { computeEtag } from '../../../platform/http/etag.ts';
import type { AssertMatches } from '../../../platform/http/index.ts';
import {
  decodeImage,
  findImageErrors,
  type StoredImage,
  saveImage,
  storeImage,
} from '../../../platform/images/index.ts';
import { recordAction } from '../../audit/index.ts';
import type { IssuerDeps } from '../deps.ts';
import {
  darkLogoRules,
  MIN_BRAND_LOGO_SIZE,
  MIN_SIGNATURE_SIZE,
  signatureRules,
} from '../rules.ts';
import { keepIssuerVersion, lockIssuer, lockIssuerBadges } from '../store.ts';
import {
  applyBrandChange,
  type BrandChange,
  findPictureFields,
  isSameBrandEdition,
  listBrandPictures,
  type StoredBrand,
} from './rules.ts';
import { type BrandRow, findBrand, saveBrand } from './store.ts';

export async function readBrand(
  { db }: Pick<IssuerDeps, 'db'>,
  who: Caller,
  id: string,
): Promise<BrandRow> {
  return requireOwnBrand(await findBrand(db, id), who);
}

export async function updateBrand(
  deps: Pick<
    IssuerDeps,
    'db' | 'clock' | 'urls' | 'images' | 'updateIssued' | 'chooseDesigns' | 'invalidateIssuer'
  >,
  who: Caller,
  id: string,
  { applyToIssued, ...change }: OperationBody<typeof operation>,
  assertMatches: AssertMatches,
): Promise<BrandRow & { jobId?: string }> {
  const { db, clock } = deps;
  const before = await readBrand(deps, who, id);
  assertMatches(computeBrandEtag(before));
  const isUnchanged = Object.values(change).every((value) => value === undefined);
  if (isUnchanged && !applyToIssued) return before;
  const pictures = await BrandPictures.store(deps, change);
  const now = clock();
  const saved = await db.write(async (trx) => {
    if (!(await lockIssuer(trx, id))) throw new Problem('issuer_not_found');
    const row = requireOwnBrand(await findBrand(trx, id), who);
    assertMatches(computeBrandEtag(row));
    // Before pictures, as changes of a badge do.
    if (applyToIssued) await lockIssuerBadges(trx, id);
    await pictures.keep(trx, change, listBrandPictures(row.brand), now);
    const brand = {
      ...applyBrandChange(row.brand, change, (text) => pictures.getCid(text)),
      ...(await deps.chooseDesigns(trx, id, change)),
    };
    if (!isSameBrandEdition(row.brand, brand)) await keepIssuerVersion(trx, id);
    await saveBrand(trx, id, brand);
    const fields = { ...change, applyToIssued };
    await recordAction(trx, who, { action: 'updateBrand', target: id, fields }, now);
    if (!applyToIssued) return { ...row, brand };
    const jobId = await deps.updateIssued(trx, who, { issuerId: id }, now);
    return { ...row, brand, jobId };
  });
  await deps.invalidateIssuer(id);
  return saved;
}

function requireOwnBrand(row: BrandRow | undefined, who: Caller): BrandRow {
  if (row?.accountId !== who.accountId) throw new Problem('issuer_not_found');
  return row;
}

/** Covers what clients see. A resized logo counts as the same logo. */
export function computeBrandEtag({ logoCid, brand }: BrandRow): string {
  const { accentColor, logoDarkCid, website, footText, signatures } = brand;
  const { certificateStyle, orientation, paper, language, searchIndexing, certificateId, cardId } =
    brand;
  return computeEtag([
    ...[logoCid, accentColor, logoDarkCid, website, footText],
    ...[certificateStyle, orientation, paper, language, searchIndexing, certificateId, cardId],
    signatures.map(({ name, title, pictureCid }) => [name, title, pictureCid]),
  ]);
}

/** Previews a change with pictures that aren't stored. Fails as the change would. */
export async function buildUnsavedBrand(
  urls: Urls,
  before: StoredBrand,
  change: BrandChange,
): Promise<{ brand: StoredBrand; pictures: ReadonlyMap<string, Buffer> }> {
  const pictures = await BrandPictures.decode(urls, change);
  pictures.refuseStrange(change, listBrandPictures(before));
  const brand = applyBrandChange(before, change, (text) => pictures.getCid(text));
  return { brand, pictures: pictures.bytes() };
}

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
class BrandPictures {
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
