import type { OperationBody, updateBrand } from '@insignia/contract';
import type { Client } from '@insignia/sdk';
import type { ApiForm } from '../../../shared/form.ts';

export type IssuerBrand = Awaited<ReturnType<Client['issuers']['brand']>>;

export function toBrandFields(brand: IssuerBrand) {
  const [first, second, third] = brand.signatures;
  return {
    accentColor: brand.accentColor,
    logoDark: brand.logoDark ?? '',
    certificateStyle: brand.certificateStyle as string,
    orientation: brand.orientation as string,
    paper: brand.paper as string,
    cardId: brand.cardId ?? '',
    language: brand.language as string,
    website: brand.website ?? '',
    footText: brand.footText,
    searchIndexing: brand.searchIndexing,
    name1: first?.name ?? '',
    title1: first?.title ?? '',
    picture1: first?.picture ?? '',
    name2: second?.name ?? '',
    title2: second?.title ?? '',
    picture2: second?.picture ?? '',
    name3: third?.name ?? '',
    title3: third?.title ?? '',
    picture3: third?.picture ?? '',
    applyToIssued: false as boolean,
  };
}
export type BrandFields = ReturnType<typeof toBrandFields>;
export type BrandForm = ApiForm<BrandFields>;

type SignatureFields = { name: string; title: string; picture: string };
const getSignatures = (fields: BrandFields): SignatureFields[] => [
  { name: fields.name1, title: fields.title1, picture: fields.picture1 },
  { name: fields.name2, title: fields.title2, picture: fields.picture2 },
  { name: fields.name3, title: fields.title3, picture: fields.picture3 },
];
const hasSignature = ({ name, title, picture }: SignatureFields): boolean =>
  `${name}${title}${picture}` !== '';

/** The request body. Empty signatories are omitted. */
export function toBrandBody(fields: BrandFields) {
  const { accentColor, logoDark, certificateStyle, orientation, paper, language } = fields;
  const signatures = getSignatures(fields)
    .filter(hasSignature)
    .map(({ picture, ...texts }) => ({ ...texts, ...(picture && { picture }) }));
  // The contract's schema rejects other values.
  return {
    ...{ accentColor, logoDark, certificateStyle, orientation, paper, language, signatures },
    ...{ website: fields.website, footText: fields.footText },
    cardId: fields.cardId || null,
    searchIndexing: fields.searchIndexing,
  } as OperationBody<typeof updateBrand> & { signatures: typeof signatures };
}

/** Maps error paths to form fields. The API numbers only signatories that are filled in. */
export function mapFieldNames(fields: BrandFields): Record<string, keyof BrandFields> {
  const filled = getSignatures(fields).flatMap((signature, n) =>
    hasSignature(signature) ? [n + 1] : [],
  );
  const names: Record<string, keyof BrandFields> = {};
  for (const [at, n] of filled.entries())
    for (const part of ['name', 'title', 'picture'] as const)
      names[`signatures.${at}.${part}`] = `${part}${n as 1 | 2 | 3}`;
  return names;
}

export const isColor = (text: string): boolean => /^#[\da-f]{6}$/i.test(text);
