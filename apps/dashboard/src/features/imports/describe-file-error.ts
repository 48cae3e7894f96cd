import { type FileError, fileLimits } from '@insignia/recipients';
import { t } from '../../messages/en/imports.ts';

/** Explains why a file can't be read and what to do. */
export function describeFileError({ reason, at = 0 }: FileError): string {
  if (reason === 'large') return t('fileError.large', { max: fileLimits.bytes / 1024 / 1024 });
  if (reason === 'rows') return t('fileError.rows', { max: fileLimits.rows });
  if (reason === 'columns') return t('fileError.columns', { at, max: fileLimits.columns });
  if (reason === 'quote' || reason === 'wideRow') return t(`fileError.${reason}`, { at });
  return t(`fileError.${reason}`);
}
