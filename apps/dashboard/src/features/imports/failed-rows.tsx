import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useHere } from '../../shared/account.ts';
import { download } from '../../shared/download.ts';
import { number } from '../../shared/format.ts';
import { ProblemNotice } from '../../shared/notice.tsx';
import { sentence } from '../../shared/problem.ts';
import { Table } from '../../shared/table.tsx';
import { useAct } from '../../shared/use-act.ts';
import { faultyFieldName } from './field-name.ts';
import classes from './imports.module.css';
import type { OneImport } from './queries.ts';
import { t } from './t.ts';

/** Failed rows with reasons and a download. */
export function FailedRows({ one: { importId, errors } }: { one: OneImport }) {
  const { api } = useHere();
  const { act, isBusy, problem } = useAct(async () =>
    download(await api.imports.errorsCsv({ importId }), `failed-rows-${importId}.csv`),
  );
  if (errors.length === 0) return <p className="fine">{t('one.errors.gone')}</p>;
  return (
    <section className="stack">
      <header className={classes.head}>
        <div>
          <h2>{t('one.errors.title')}</h2>
          <p className="fine">{t('one.errors.mend')}</p>
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
        rows={errors.map((fault, at) => ({ ...fault, at }))}
        keyOf={({ at }) => String(at)}
        columns={[
          { title: t('one.errors.row'), show: ({ row }) => number(row) },
          {
            title: t('one.errors.field'),
            show: ({ field }) => (field ? faultyFieldName(field) : t('one.whole')),
          },
          { title: t('one.errors.fault'), show: ({ message }) => sentence(message) },
        ]}
      />
      {errors.length >= 100 && (
        <p className="fine">{t('one.errors.first', { count: errors.length })}</p>
      )}
    </section>
  );
}
