import {
  certificateStyles,
  type OperationBody,
  orientations,
  papers,
  type updateBrand,
} from '@insignia/contract';
import type { Client } from '@insignia/sdk';
import { t } from '../../../messages/en/brand.ts';
import type { ApiForm } from '../../../shared/form.ts';
import { getLanguageName } from '../../../shared/format.ts';
import { t as shared } from '../../../shared/t.ts';

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

export const brandFieldLabels: Readonly<Record<keyof BrandFields, string>> = {
  accentColor: t('brand.color'),
  logoDark: t('brand.logoDark'),
  certificateStyle: t('brand.style'),
  orientation: t('brand.orientation'),
  paper: t('brand.paper'),
  cardId: t('brand.card'),
  language: t('brand.language'),
  website: t('brand.website'),
  footText: t('brand.footText'),
  searchIndexing: t('brand.search'),
  name1: t('brand.signature.name', { n: 1 }),
  title1: t('brand.signature.title', { n: 1 }),
  picture1: t('brand.signature.picture', { n: 1 }),
  name2: t('brand.signature.name', { n: 2 }),
  title2: t('brand.signature.title', { n: 2 }),
  picture2: t('brand.signature.picture', { n: 2 }),
  name3: t('brand.signature.name', { n: 3 }),
  title3: t('brand.signature.title', { n: 3 }),
  picture3: t('brand.signature.picture', { n: 3 }),
  applyToIssued: shared('editions.title'),
};

/** Shows a field's value as the form does. */
export function formatBrandValue(field: string, value: string): string {
  const style = certificateStyles.find((known) => known === value);
  const orientation = orientations.find((known) => known === value);
  const paper = papers.find((known) => known === value);
  if (field === 'certificateStyle' && style) return t(`brand.style.${style}`);
  if (field === 'orientation' && orientation) return t(`brand.orientation.${orientation}`);
  if (field === 'paper' && paper) return t(`brand.paper.${paper}`);
  if (field === 'searchIndexing')
    return t(value === 'true' ? 'brand.search.yes' : 'brand.search.no');
  return field === 'language' && value ? getLanguageName(value) : value;
}
