import { defaultBrand } from '@insignia/contract';
import type { Logo } from '@insignia/design';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useAccount } from '../../shared/account.ts';
import { loadPicture } from '../../shared/designer/pictures.ts';
import { brandQuery } from '../../shared/queries.ts';

/** An issuer's color and logo, for templates. */
export type BrandColorAndLogo = {
  color: string;
  logo?: Logo | undefined;
  isLoading: boolean;
};

/** Loads the logo to learn its size. Null if the file is missing. */
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
  const brand = useQuery(brandQuery(useAccount(), issuerId));
  const address = brand.data?.logo;
  const logo = useQuery({ ...logoQuery(address ?? ''), enabled: address !== undefined });
  return {
    color: brand.data?.accentColor ?? defaultBrand.accentColor,
    logo: logo.data ?? undefined,
    isLoading: brand.isPending || (address !== undefined && logo.isPending),
  };
}
