import { certificateStyles, orientations, papers } from '@insignia/contract';
import { t } from '../../../messages/en/brand.ts';
import { getLanguageName } from '../../../shared/format.ts';
import { t as shared } from '../../../shared/t.ts';
import type { BrandFields } from './fields.ts';

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
