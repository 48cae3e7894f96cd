import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { t } from '../../messages/en/imports.ts';
import { useAccount } from '../../shared/account.ts';
import { saveResponse } from '../../shared/download.ts';
import { formatNumber } from '../../shared/format.ts';
import { ProblemNotice } from '../../shared/notice.tsx';
import { Table } from '../../shared/table.tsx';
import { useAction } from '../../shared/use-action.ts';
import classes from './imports.module.css';
import type { ImportReport } from './queries.ts';

/** Rows that were skipped and people who can't be emailed, with reasons and a download. */
export function SkippedRows({ one }: { one: ImportReport }) {
  const { importId, skippedRows, notEmailedRows } = one;
  const { api } = useAccount();
  const { act, isBusy, problem } = useAction(async () =>
    saveResponse(
      await api.imports.errorsCsv({ importId, rows: 'skipped' }),
      `skipped-rows-${importId}.csv`,
    ),
  );
  const rows = [
    ...skippedRows.map((each) => ({ ...each, name: '', words: describeSkipped(each) })),
    ...notEmailedRows.map((each) => ({ ...each, words: t(`one.notEmailed.${each.reason}`) })),
  ].sort((first, second) => first.row - second.row);
  if (rows.length === 0) return null;
  return (
    <section className="stack">
      <header className={classes.head}>
        <div>
          <h2>{t('one.skipped.title')}</h2>
          <p className="fine">{t('one.skipped.words')}</p>
        </div>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          loading={isBusy}
          onClick={() => void act()}
        >
          {t('one.skipped.download')}
        </Button>
      </header>
      <ProblemNotice problem={problem} />
      <Table
        label={t('one.skipped.title')}
        rows={rows}
        getKey={({ row, words }) => `${row} ${words}`}
        columns={[
          { title: t('one.errors.row'), show: ({ row }) => formatNumber(row) },
          ...(notEmailedRows.length > 0 ? [nameColumn] : []),
          { title: t('one.skipped.reason'), isBelow: true, show: ({ words }) => words },
        ]}
      />
      {Math.max(skippedRows.length, notEmailedRows.length) >= MAX_SHOWN && (
        <p className="fine">{t('one.skipped.first', { count: MAX_SHOWN })}</p>
      )}
    </section>
  );
}

const nameColumn = {
  title: t('one.errors.name'),
  show: ({ name }: { name: string }) => <bdi>{name}</bdi>,
};

/** The service reports as many of each. */
const MAX_SHOWN = 100;

function describeSkipped({ reason, duplicateOf }: ImportReport['skippedRows'][number]): string {
  return duplicateOf === null
    ? t(`one.skipped.${reason}`)
    : t('check.duplicateOf', { number: duplicateOf });
}
