import type { OperationBody, updateBrand as operation } from '@insignia/contract';
import type { Caller } from '../../../kernel/caller.ts';
import { Problem } from '../../../kernel/problem.ts';
import type { Urls } from '../../../kernel/urls.ts';
import { computeEtag } from '../../../platform/http/etag.ts';
import type { AssertMatches } from '../../../platform/http/index.ts';
import { recordAction } from '../../audit/index.ts';
import type { IssuerDeps } from '../deps.ts';
import { keepIssuerVersion, lockIssuer } from '../store.ts';
import { BrandPictures } from './pictures.ts';
import {
  applyBrandChange,
  type BrandChange,
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
