import { defaultBrand } from '@insignia/contract';
import { useQuery } from '@tanstack/react-query';
import { useHere } from '../../shared/account.ts';
import { brandOfQuery } from './queries.ts';

/** The accent colour of an issuer: templates begin with it. */
export function useColorOf(issuerId: string): string {
  const { data } = useQuery(brandOfQuery(useHere(), issuerId));
  return data?.accentColor ?? defaultBrand.accentColor;
}
