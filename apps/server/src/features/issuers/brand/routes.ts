import * as contract from '@insignia/contract';
import { shadesOf } from '@insignia/tokens/shades';
import type { Urls } from '../../../kernel/urls.ts';
import type { Router } from '../../../platform/http/index.ts';
import type { IssuerDeps } from '../deps.ts';
import { brandFaults } from './pictures.ts';
import type { BrandRow } from './store.ts';
import { readBrand, updateBrand } from './update.ts';

export function brandRoutes(route: Router, deps: IssuerDeps): void {
  route(contract.getBrand, async ({ params, who }) =>
    answer(await readBrand(deps, who, params.issuerId), deps.urls),
  );

  route(
    contract.updateBrand,
    async ({ params, body, who }) =>
      answer(await updateBrand(deps, who, params.issuerId, body), deps.urls),
    { faults: brandFaults },
  );
}

function answer(row: BrandRow, urls: Urls): contract.PayloadOf<typeof contract.getBrand> {
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
