import { encodings, type TextEncoding } from '@insignia/recipients';
import { Select } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../../messages/en/imports.ts';
import { useAccount } from '../../../shared/account.ts';
import { Notice } from '../../../shared/notice.tsx';
import { describeFileError } from '../describe-file-error.ts';
import { loadRememberedColumns } from '../remembered-columns.ts';
import type { StepProps } from './steps.tsx';

const names: Readonly<Record<TextEncoding, string>> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': t('encoding.utf-16be'),
  'windows-1252': 'Windows-1252',
};
const delimiters = {
  ',': t('delimiter.comma'),
  ';': t('delimiter.semicolon'),
  '\t': t('delimiter.tab'),
  '|': t('delimiter.pipe'),
} as const;

type Props = Pick<StepProps, 'session' | 'view' | 'show' | 'fail'>;

/** Detected file format. The encoding can be corrected. */
export function FileFormatPanel({ session, view, show, fail }: Props) {
  const { accountId } = useAccount();
  const [error, setError] = useState<string>();
  const { name, rows, understood, isDecodable } = view;
  const decode = async (encoding: TextEncoding) => {
    setError(undefined);
    const found = await session.ask('decode', encoding, loadRememberedColumns(accountId));
    if ('reason' in found) setError(describeFileError(found));
    else show(found);
  };
  return (
    <>
      <p>
        {t('match.rows', { name, rows })} <span className="fine">{describeFormat(understood)}</span>
      </p>
      {understood.kind === 'text' && isDecodable && (
        <Select
          label={t('match.encoding')}
          description={t('match.encoding.hint')}
          data={encodings.map((value) => ({ value, label: names[value] }))}
          value={understood.encoding}
          allowDeselect={false}
          onChange={(value) => {
            const encoding = encodings.find((each) => each === value);
            if (encoding) void decode(encoding).catch(fail);
          }}
        />
      )}
      {error && <Notice tone="bad">{error}</Notice>}
    </>
  );
}

function describeFormat(understood: Props['view']['understood']): string {
  if (understood.kind === 'workbook') return t('match.workbook');
  const { encoding, delimiter } = understood;
  return t('match.text', { encoding: names[encoding], delimiter: delimiters[delimiter] });
}
