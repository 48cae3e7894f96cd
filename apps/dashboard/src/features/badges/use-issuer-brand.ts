import { defaultBrand } from '@insignia/contract';
import type { Logo } from '@insignia/design';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useAccount } from '../../shared/account.ts';
import { loadPicture } from './design/pictures.ts';
import { issuerBrandQuery } from './queries.ts';

/** Issuer data for templates. */
export type BrandColorAndLogo = {
  /** Accent color of its brand. */
  color: string;
  logo?: Logo | undefined;
  /** Still loading. */
  isComing: boolean;
};

/** Reads the size from the picture. A missing logo counts as none. */
const logoQuery = (address: string) =>
  queryOptions({
    queryKey: ['logo', address],
    queryFn: async (): Promise<Logo | null> => {
      const picture = address.slice(address.lastIndexOf('/') + 1);
      const loaded = await loadPicture(picture);
      return loaded ? { picture, width: loaded.naturalWidth, height: loaded.naturalHeight } : null;
    },
  });

export function useIssuerBrand(issuerId: string): BrandColorAndLogo {
  const brand = useQuery(issuerBrandQuery(useAccount(), issuerId));
  const address = brand.data?.logo;
  const logo = useQuery({ ...logoQuery(address ?? ''), enabled: address !== undefined });
  return {
    color: brand.data?.accentColor ?? defaultBrand.accentColor,
    logo: logo.data ?? undefined,
    isComing: brand.isPending || (address !== undefined && logo.isPending),
  };
}
