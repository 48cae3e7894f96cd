import { t } from '../../messages/en/imports.ts';
import { useAccount } from '../../shared/account.ts';
import { formatNumber } from '../../shared/format.ts';
import type { ImportReport } from './queries.ts';
import { RowsReport } from './rows-report.tsx';

/** Skipped rows and recipients who can't be emailed, with reasons and a download. */
export function SkippedRowsReport({ one }: { one: ImportReport }) {
  const { importId, action, skippedRows, notEmailedRows } = one;
  const { api } = useAccount();
  const rows = [
    ...skippedRows.map((each) => ({ ...each, name: '', words: describeSkipped(each) })),
    ...notEmailedRows.map((each) => ({
      ...each,
      words: t(`one.notEmailed.${action}.${each.reason}`),
    })),
  ].sort((first, second) => first.row - second.row);
  if (rows.length === 0) return null;
  const isCutOff = Math.max(skippedRows.length, notEmailedRows.length) >= MAX_SHOWN;
  return (
    <RowsReport
      title={t('one.skipped.title')}
      explanation={t('one.skipped.words')}
      download={{
        label: t('one.skipped.download'),
        load: () => api.imports.errorsCsv({ importId, rows: 'skipped' }),
        fileName: `skipped-rows-${importId}.csv`,
      }}
      rows={rows}
      getKey={({ row, words }) => `${row} ${words}`}
      columns={[
        { title: t('one.errors.row'), show: ({ row }) => formatNumber(row) },
        ...(notEmailedRows.length > 0 ? [nameColumn] : []),
        { title: t('one.skipped.reason'), isBelow: true, show: ({ words }) => words },
      ]}
      more={isCutOff ? t('one.skipped.first', { count: MAX_SHOWN }) : undefined}
    />
  );
}

const nameColumn = {
  title: t('one.errors.name'),
  show: ({ name }: { name: string }) => <bdi>{name}</bdi>,
};

/** The service reports up to this many skipped rows, and as many that weren't emailed. */
const MAX_SHOWN = 100;

function describeSkipped({ reason, duplicateOf }: ImportReport['skippedRows'][number]): string {
  return duplicateOf === null
    ? t(`one.skipped.${reason}`)
    : t('check.duplicateOf', { number: duplicateOf });
}
