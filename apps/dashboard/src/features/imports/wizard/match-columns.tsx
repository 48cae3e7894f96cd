import {
  type ColumnMapping,
  type ColumnSource,
  dateOrders,
  encodings,
  findMissingFields,
  type DateOrder as Order,
  rememberColumns,
  type TextEncoding,
  toAttributeSource,
} from '@insignia/recipients';
import { Button, Select } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../../messages/en/imports.ts';
import { useAccount } from '../../../shared/account.ts';
import { formatUtcDate } from '../../../shared/format.ts';
import { Notice } from '../../../shared/notice.tsx';
import { idFromUrl } from '../../../shared/random-id.ts';
import { describeFileError, getFieldLabel } from '../field-labels.ts';
import { loadRememberedColumns, saveRememberedColumns } from '../remembered-columns.ts';
import { type DraftView, isCorrection } from '../work/view.ts';
import { getColumnName, MatchField } from './match-field.tsx';
import { SkippedExportRowsNotice } from './skipped-rows.tsx';
import { StepBody, type StepProps } from './steps.tsx';
import classes from './wizard.module.css';

/** Assigns columns. Guesses show their reason and some cells. */
export function MatchColumns({ session, badges, view, show, go, fail }: StepProps) {
  const { accountId } = useAccount();
  const { matched, order, header, sheets, sheet, hasHeader, options } = view;
  const badge = badges.find(({ id }) => idFromUrl(id) === options.badgeId);
  const match = (next: ColumnMapping, nextOrder = order) =>
    void session.ask('match', next, nextOrder).then(show, fail);
  const chooseRows = (nextSheet: number, headerRow?: number | null) =>
    void session
      .ask('chooseRows', nextSheet, headerRow, loadRememberedColumns(accountId))
      .then(show, fail);
  const { name, firstName } = matched.columns;
  const sources: ColumnSource[] = [
    ...(view.idColumn !== undefined || isCorrection(view) ? (['id'] as const) : []),
    ...(name !== undefined || firstName === undefined ? (['name'] as const) : []),
    ...(name === undefined ? (['firstName', 'middleName', 'lastName'] as const) : []),
    ...(['email', 'issuedOn', 'expires'] as const),
    ...options.attributes.map(({ name: of }) => toAttributeSource(of)),
    ...(['narrative', 'evidence'] as const),
  ];
  const used = new Set(Object.values(matched.columns));
  const unused = header.flatMap((_, at) => (used.has(at) ? [] : [getColumnName(header, at)]));
  const missing = findMissingFields(matched);
  const goOn = () => {
    if (hasHeader) {
      const before = loadRememberedColumns(accountId);
      saveRememberedColumns(accountId, rememberColumns(before, header, matched.columns));
    }
    go('check');
  };
  return (
    <StepBody title={t('steps.match')}>
      <div className="sheet stack">
        <FileFormatPanel {...{ session, view, show, fail }} />
        {sheets.length > 1 && (
          <Select
            label={t('match.sheet')}
            data={sheets.map((one, at) => ({
              value: String(at),
              label: t('match.sheet.rows', { name: one.name, rows: one.rows }),
            }))}
            value={String(sheet)}
            allowDeselect={false}
            onChange={(value) => chooseRows(Number(value))}
          />
        )}
        <HeaderRowField view={view} change={(row) => chooseRows(sheet, row)} />
        <SkippedExportRowsNotice view={view} badge={badge?.name} />
        {view.isEdited && <Notice tone="warn">{t('match.edited')}</Notice>}
        {view.duplicates.length > 0 && (
          <Notice tone="warn">{t('match.twice', { names: view.duplicates.join(', ') })}</Notice>
        )}
        <ul className={classes.matches}>
          {sources.map((source) => (
            <MatchField key={source} source={source} view={view} match={match} />
          ))}
        </ul>
        {badge?.validFor && <p className="fine">{t('match.expires.byBadge')}</p>}
        <DateOrderField view={view} change={(next) => match(matched, next)} />
        {unused.length > 0 && (
          <p className="fine">{t('match.unused', { columns: unused.slice(0, 20).join(', ') })}</p>
        )}
        {missing.length > 0 && (
          <Notice tone="warn">
            {t('match.missing', { fields: missing.map(getFieldLabel).join(', ') })}{' '}
            {missing.includes('issuedOn') &&
              t('match.missing.fixed', { field: getFieldLabel('issuedOn') })}
          </Notice>
        )}
        <div className={classes.ways}>
          <Button variant="default" onClick={() => go('file')}>
            {t('back')}
          </Button>
          <Button disabled={missing.length > 0} onClick={goOn}>
            {t('continue')}
          </Button>
        </div>
      </div>
    </StepBody>
  );
}

type HeaderProps = { view: DraftView; change: (headerRow: number | null) => void };
const noHeader = 'none';

/** Lets the user correct which row is the header, and shows the title above it. */
function HeaderRowField({ view: { headerRows, firstRow, hasHeader }, change }: HeaderProps) {
  const titles = headerRows.slice(0, firstRow);
  return (
    <div className="stack">
      <Select
        label={t('match.header')}
        data={[
          ...headerRows.map(({ at, number, text }) => ({
            value: String(at),
            label: t('match.header.row', { number, text }),
          })),
          { value: noHeader, label: t('match.header.none') },
        ]}
        value={hasHeader ? String(firstRow) : noHeader}
        allowDeselect={false}
        // The rows of the list appear only while it is open.
        comboboxProps={{ keepMounted: false }}
        onChange={(value) => value !== null && change(value === noHeader ? null : Number(value))}
      />
      {titles.length > 0 && (
        <p className="fine">
          {t('match.titles', {
            count: titles.length,
            text: titles.map(({ text }) => text).join(' · '),
          })}
        </p>
      )}
    </div>
  );
}

type Props = { view: DraftView; change: (order: Order) => void };

/** Lets the user correct how ambiguous dates are read. */
function DateOrderField({
  view: { dates, hasNumericDates, order, isOrderCertain },
  change,
}: Props) {
  if (dates.length === 0) return null;
  return (
    <div className="stack">
      {hasNumericDates && (
        <Select
          label={t('match.order')}
          data={dateOrders.map((value) => ({ value, label: t(`match.order.${value}`) }))}
          value={order}
          allowDeselect={false}
          onChange={(value) => value !== null && change(value)}
        />
      )}
      {hasNumericDates && !isOrderCertain && <Notice tone="warn">{t('match.order.unsure')}</Notice>}
      <div>
        <p className="fine">{t('match.dates')}</p>
        <ul className={classes.dates}>
          {dates.map(({ from, to }) => (
            <li key={from}>
              <span>{from}</span> →{' '}
              <strong>{to ? formatUtcDate(to.slice(0, 10)) : t('match.dates.none')}</strong>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

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

type FormatPanelProps = Pick<StepProps, 'session' | 'view' | 'show' | 'fail'>;

/** Detected file format. The encoding can be corrected. */
function FileFormatPanel({ session, view, show, fail }: FormatPanelProps) {
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

function describeFormat(understood: FormatPanelProps['view']['understood']): string {
  if (understood.kind === 'workbook') return t('match.workbook');
  const { encoding, delimiter } = understood;
  return t('match.text', { encoding: names[encoding], delimiter: delimiters[delimiter] });
}
