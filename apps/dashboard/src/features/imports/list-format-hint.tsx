import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { saveAs } from '../../shared/download.ts';
import { today } from '../../shared/format.ts';
import { Hint } from '../../shared/hint.tsx';
import { t } from './t.ts';

/** Matches what the wizard detects without help. */
const example = (): Blob =>
  new Blob(
    [
      'name,email,issuedOn\n',
      `Ada Lovelace,ada@example.org,${today()}\n`,
      `Alan Turing,alan@example.org,${today()}\n`,
    ],
    { type: 'text/csv' },
  );

/** Explains what a list must contain. */
export function ListFormatHint() {
  return (
    <Hint
      title={t('imports.about')}
      action={
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() => saveAs(example(), 'recipients.csv')}
        >
          {t('imports.about.example')}
        </Button>
      }
    >
      <p>{t('imports.about.words')}</p>
    </Hint>
  );
}
