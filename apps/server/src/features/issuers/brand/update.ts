import type { Caller } from '../../../kernel/caller.ts';
import { Problem } from '../../../kernel/problem.ts';
import type { AssertMatches } from '../../../platform/http/index.ts';
import { recordAct } from '../../audit/index.ts';
import type { IssuerDeps } from '../deps.ts';
import { issuerLocked } from '../store.ts';
import { etagOfBrand } from './etag.ts';
import { BrandPictures } from './pictures.ts';
import { type BrandChange, changed, picturesOf } from './rules.ts';
import { type BrandRow, brandById, saveBrand } from './store.ts';

export async function readBrand(deps: IssuerDeps, who: Caller, id: string): Promise<BrandRow> {
  return own(await brandById(deps.db, id), who);
}

export async function updateBrand(
  deps: IssuerDeps,
  who: Caller,
  id: string,
  change: BrandChange,
  assertMatches: AssertMatches,
): Promise<BrandRow> {
  const { db, clock } = deps;
  const before = await readBrand(deps, who, id);
  assertMatches(etagOfBrand(before));
  if (Object.values(change).every((value) => value === undefined)) return before;
  const pictures = await BrandPictures.store(deps, change);
  const now = clock();
  const saved = await db.transaction().execute(async (trx) => {
    if (!(await issuerLocked(trx, id))) throw new Problem('issuer_not_found');
    const row = own(await brandById(trx, id), who);
    assertMatches(etagOfBrand(row));
    await pictures.keep(trx, change, picturesOf(row.brand), now);
    const brand = changed(row.brand, change, (text) => pictures.cidOf(text));
    await saveBrand(trx, id, brand);
    await recordAct(trx, who, { action: 'updateBrand', target: id, fields: change }, now);
    return { ...row, brand };
  });
  await deps.changed(id);
  return saved;
}

function own(row: BrandRow | undefined, who: Caller): BrandRow {
  if (row?.accountId !== who.accountId) throw new Problem('issuer_not_found');
  return row;
}
