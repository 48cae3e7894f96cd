import { t } from '../../messages/en/imports.ts';
import { useAccount } from '../../shared/account.ts';
import { describeFieldError } from '../../shared/field-errors.ts';
import { formatNumber } from '../../shared/format.ts';
import { toSentence } from '../../shared/problem.ts';
import { getErrorFieldLabel } from './field-label.ts';
import type { ImportReport } from './queries.ts';
import { RowsReport } from './rows-report.tsx';

/** Failed rows with reasons and a download. */
export function FailedRows({ one: { importId, action, errors } }: { one: ImportReport }) {
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
