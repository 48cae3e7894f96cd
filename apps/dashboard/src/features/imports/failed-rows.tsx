import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { t } from '../../messages/en/imports.ts';
import { useAccount } from '../../shared/account.ts';
import { saveResponse } from '../../shared/download.ts';
import { describeFieldError } from '../../shared/field-errors.ts';
import { formatNumber } from '../../shared/format.ts';
import { ProblemNotice } from '../../shared/notice.tsx';
import { toSentence } from '../../shared/problem.ts';
import { Table } from '../../shared/table.tsx';
import { useAction } from '../../shared/use-action.ts';
import { getErrorFieldLabel } from './field-label.ts';
import classes from './imports.module.css';
import type { ImportReport } from './queries.ts';

/** Failed rows with reasons and a download. */
export function FailedRows({ one: { importId, errors } }: { one: ImportReport }) {
  const { api } = useAccount();
  const { act, isBusy, problem } = useAction(async () =>
    saveResponse(await api.imports.errorsCsv({ importId }), `failed-rows-${importId}.csv`),
  );
  if (errors.length === 0) return <p className="fine">{t('one.errors.gone')}</p>;
  return (
    <section className="stack">
      <header className={classes.head}>
        <div>
          <h2>{t('one.errors.title')}</h2>
          <p className="fine">{t('one.errors.fix')}</p>
        </div>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          loading={isBusy}
          onClick={() => void act()}
        >
          {t('one.errors')}
        </Button>
      </header>
      <ProblemNotice problem={problem} />
      <Table
        label={t('one.errors.title')}
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
      />
      {errors.length >= 100 && (
        <p className="fine">{t('one.errors.first', { count: errors.length })}</p>
      )}
    </section>
  );
}

/** Errors of the whole row name no column. */
function describeRowError(field: string, message: string): string {
  const error = describeFieldError(message);
  return field ? t('check.error', { field: getErrorFieldLabel(field), error }) : error;
}
