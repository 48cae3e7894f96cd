import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { t } from '../../messages/en/imports.ts';
import { useAccount } from '../../shared/account.ts';
import { saveResponse } from '../../shared/downloads.ts';
import { describeFieldError } from '../../shared/field-errors.ts';
import { formatNumber, formatUtcDate } from '../../shared/format.ts';
import { ProblemNotice } from '../../shared/notice.tsx';
import { toSentence } from '../../shared/problem.ts';
import { Table, type TableProps } from '../../shared/table.tsx';
import { useAction } from '../../shared/use-action.ts';
import { getErrorFieldLabel } from './field-labels.ts';
import classes from './imports.module.css';
import type { ImportReport } from './queries.ts';

type Download = { label: string; load: () => Promise<Response>; fileName: string };
type Props<Row> = Omit<TableProps<Row>, 'label'> & {
  title: string;
  explanation: string;
  download: Download;
  /** Says that the download has more rows. */
  more?: string | undefined;
};

/** Some rows of a file in a table, with a download of all of them. */
export function RowsReport<Row>({ title, explanation, download, more, ...table }: Props<Row>) {
  const { act, isBusy, problem } = useAction(async () =>
    saveResponse(await download.load(), download.fileName),
  );
  return (
    <section className="stack">
      <header className={classes.head}>
        <div>
          <h2>{title}</h2>
          <p className="fine">{explanation}</p>
        </div>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          loading={isBusy}
          onClick={() => void act()}
        >
          {download.label}
        </Button>
      </header>
      <ProblemNotice problem={problem} />
      <Table label={title} {...table} />
      {more && <p className="fine">{more}</p>}
    </section>
  );
}

/** Failed rows with reasons and a download. */
export function FailedRows({ report: { importId, action, errors } }: { report: ImportReport }) {
  const { api } = useAccount();
  if (errors.length === 0) return <p className="fine">{t('one.errors.gone')}</p>;
  return (
    <RowsReport
      title={t('one.errors.title')}
      explanation={t('one.errors.fix', { action })}
      download={{
        label: t('one.errors'),
        load: () => api.imports.errorsCsv({ importId }),
        fileName: `failed-rows-${importId}.csv`,
      }}
      rows={errors.map((error, at) => ({ ...error, at }))}
      getKey={({ at }) => String(at)}
      columns={[
        { title: t('one.errors.row'), show: ({ row }) => formatNumber(row) },
        { title: t('one.errors.name'), show: ({ name }) => <bdi>{name}</bdi> },
        {
          title: t('one.errors.error'),
          isBelow: true,
          show: ({ field, message }) => toSentence(describeRowError(field, message)),
        },
      ]}
      more={errors.length >= 100 ? t('one.errors.first', { count: errors.length }) : undefined}
    />
  );
}

/** Errors of the whole row name no column. */
function describeRowError(field: string, message: string): string {
  const error = describeFieldError(message);
  return field ? t('check.error', { field: getErrorFieldLabel(field), error }) : error;
}

/** Skipped rows and recipients who can't be emailed, with reasons and a download. */
export function SkippedRowsReport({ report }: { report: ImportReport }) {
  const { importId, action, skippedRows, notEmailedRows } = report;
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

/** Values before and after the corrections of a dry run. */
export function Corrections({ report }: { report: ImportReport }) {
  const { corrections, total, failed, skipped } = report;
  const count = total - failed - skipped;
  return (
    <section className="stack">
      <h2>{t('correct.list')}</h2>
      <Table
        label={t('correct.list')}
        rows={corrections}
        getKey={({ row }) => String(row)}
        columns={[
          { title: t('one.errors.row'), show: ({ row }) => formatNumber(row) },
          { title: t('one.errors.name'), show: ({ name }) => <bdi>{name}</bdi> },
          {
            title: t('correct.change'),
            isBelow: true,
            show: ({ changes }) => (
              <ul className={classes.changes}>
                {changes.map(({ field, before, after }) => (
                  <li key={field}>
                    {getErrorFieldLabel(field.replace('recipient.', ''))}:{' '}
                    <del>{formatValue(field, before)}</del> → <ins>{formatValue(field, after)}</ins>
                  </li>
                ))}
              </ul>
            ),
          },
        ]}
      />
      {count > corrections.length && (
        <p className="fine">
          {t('correct.list.first', { count: corrections.length, total: count })}
        </p>
      )}
    </section>
  );
}

function formatValue(field: string, value: string | null): string {
  if (value === null) return t('correct.none');
  const isDate = field === 'issuedOn' || field === 'expires';
  return isDate ? formatUtcDate(value.slice(0, 10)) : value;
}
