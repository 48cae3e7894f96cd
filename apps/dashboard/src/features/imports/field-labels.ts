import {
  type ColumnSource,
  type FileError,
  fileLimits,
  getAttributeName,
} from '@insignia/recipients';
import { t } from '../../messages/en/imports.ts';

const labels = {
  id: t('field.id'),
  name: t('field.name'),
  firstName: t('field.firstName'),
  middleName: t('field.middleName'),
  lastName: t('field.lastName'),
  email: t('field.email'),
  issuedOn: t('field.issuedOn'),
  expires: t('field.expires'),
  narrative: t('field.narrative'),
  evidence: t('field.evidence'),
} as const;
const usedLabels = new Set<string>(Object.values(labels));

/** Name of a field. Custom fields use their own. */
export function getFieldLabel(field: ColumnSource): string {
  const name = getAttributeName(field);
  if (name === undefined) return labels[field as keyof typeof labels];
  return usedLabels.has(name) ? t('field.custom', { name }) : name;
}

/** Name of the field in an error path such as `evidence.0.id` or `attributes.Grade`. */
export function getErrorFieldLabel(path: string): string {
  const [first = '', ...more] = path.split('.');
  if (first === 'attributes' && more.length > 0)
    return getFieldLabel(`attribute:${more.join('.')}`);
  return labels[first as keyof typeof labels] ?? path;
}

/** Explains why a file can't be read and what to do. */
export function describeFileError({ reason, at = 0 }: FileError): string {
  if (reason === 'large') return t('fileError.large', { max: fileLimits.bytes / 1024 / 1024 });
  if (reason === 'rows') return t('fileError.rows', { max: fileLimits.rows });
  if (reason === 'columns') return t('fileError.columns', { at, max: fileLimits.columns });
  if (reason === 'quote' || reason === 'wideRow') return t(`fileError.${reason}`, { at });
  return t(`fileError.${reason}`);
}
