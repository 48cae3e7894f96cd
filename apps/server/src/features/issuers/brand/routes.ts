import * as contract from '@insignia/contract';
import { createShades } from '@insignia/tokens/shades';
import type { Urls } from '../../../kernel/urls.ts';
import type { Implement } from '../../../platform/http/index.ts';
import type { IssuerDeps } from '../deps.ts';
import { computeBrandEtag } from './etag.ts';
import { findBrandErrors } from './pictures.ts';
import type { BrandRow } from './store.ts';
import { readBrand, updateBrand } from './update.ts';

export function brandRoutes(implement: Implement, deps: IssuerDeps) {
  return implement(contract.brandOperations, {
    getBrand: async ({ params, who }) =>
      toBrandReply(await readBrand(deps, who, params.issuerId), deps.urls),

    updateBrand: {
      handle: async ({ params, body, who, assertMatches }) =>
        toBrandReply(await updateBrand(deps, who, params.issuerId, body, assertMatches), deps.urls),
      faults: findBrandErrors,
    },
  });
}

type Brand = contract.OperationPayload<typeof contract.getBrand>;

const toBrandReply = (row: BrandRow, urls: Urls) => ({
  answer: toBrand(row, urls),
  etag: computeBrandEtag(row),
});

function toBrand(row: BrandRow, urls: Urls): Brand {
  const { logoDarkCid, logoDark512: _, website, signatures, ...brand } = row.brand;
  return {
    ...brand,
    shades: createShades(brand.accentColor),
    ...(row.logoCid ? { logo: urls.image(row.logoCid) } : {}),
    ...(logoDarkCid ? { logoDark: urls.image(logoDarkCid) } : {}),
    signatures: signatures.map(({ name, title, pictureCid }) => ({
      ...{ name, title },
      ...(pictureCid ? { picture: urls.image(pictureCid) } : {}),
    })),
    ...(website ? { website } : {}),
  };
}
