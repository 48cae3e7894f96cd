import * as contract from '@insignia/contract';
import { shadesOf } from '@insignia/tokens/shades';
import type { Urls } from '../../../kernel/urls.ts';
import type { Router } from '../../../platform/http/index.ts';
import type { IssuerDeps } from '../deps.ts';
import { etagOfBrand } from './etag.ts';
import { brandFaults } from './pictures.ts';
import type { BrandRow } from './store.ts';
import { readBrand, updateBrand } from './update.ts';

export function brandRoutes(route: Router, deps: IssuerDeps): void {
  route(contract.getBrand, async ({ params, who }) =>
    answer(await readBrand(deps, who, params.issuerId), deps.urls),
  );

  route(
    contract.updateBrand,
    async ({ params, body, who, assertMatches }) =>
      answer(await updateBrand(deps, who, params.issuerId, body, assertMatches), deps.urls),
    { faults: brandFaults },
  );
}

type Brand = contract.PayloadOf<typeof contract.getBrand>;

const answer = (row: BrandRow, urls: Urls) => ({
  answer: brandOf(row, urls),
  etag: etagOfBrand(row),
});

function brandOf(row: BrandRow, urls: Urls): Brand {
  const { logoDarkCid, logoDark512: _, website, signatures, ...brand } = row.brand;
  return {
    ...brand,
    shades: shadesOf(brand.accentColor),
    ...(row.logoCid ? { logo: urls.image(row.logoCid) } : {}),
    ...(logoDarkCid ? { logoDark: urls.image(logoDarkCid) } : {}),
    signatures: signatures.map(({ name, title, pictureCid }) => ({
      ...{ name, title },
      ...(pictureCid ? { picture: urls.image(pictureCid) } : {}),
    })),
    ...(website ? { website } : {}),
  };
}
