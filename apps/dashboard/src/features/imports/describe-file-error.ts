import { type FileError, fileLimits } from '@insignia/recipients';
import { t } from '../../messages/en/imports.ts';

/** Explains why a file can't be read and what to do. */
export function describeFileError({ reason: fault, at = 0 }: FileError): string {
  if (fault === 'large') return t('fileError.large', { max: fileLimits.bytes / 1024 / 1024 });
  if (fault === 'rows') return t('fileError.rows', { max: fileLimits.rows });
  if (fault === 'columns') return t('fileError.columns', { at, max: fileLimits.columns });
  if (fault === 'quote' || fault === 'wideRow') return t(`fileError.${fault}`, { at });
  return t(`fileError.${fault}`);
}
