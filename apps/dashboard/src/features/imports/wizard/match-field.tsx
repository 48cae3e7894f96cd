import {
  type ColumnMapping,
  type ColumnSource,
  describeSource,
  getAttributeName,
} from '@insignia/recipients';
import { Button, Select, TextInput } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { t } from '../../../messages/en/imports.ts';
import { formatUtcDate, today } from '../../../shared/format.ts';
import { getFieldLabel } from '../field-labels.ts';
import type { DraftView } from '../work/view.ts';
import classes from './wizard.module.css';

const [none, fixed] = ['none', 'fixed'];

type Props = { source: ColumnSource; view: DraftView; match: (next: ColumnMapping) => void };

/** One field and its column. */
export function MatchField({ source, view, match }: Props) {
  const { matched, header, samples, guesses } = view;
  const { field, kind, mayBeFixed } = describeSource(source, view.options.attributes);
  const column = matched.columns[source];
  const value = matched.fixed[field];
  const guess = guesses[source];
  const label = getFieldLabel(source);
  const choose = (chosen: string) => {
    const { [source]: _, ...columns } = matched.columns;
    const { [field]: __, ...others } = matched.fixed;
    if (chosen === fixed)
      return match({ columns, fixed: { ...others, [field]: kind === 'date' ? today() : '' } });
    if (chosen === none) return match({ columns, fixed: others });
    const at = Number(chosen);
    // Each column has one meaning.
    const free = Object.fromEntries(Object.entries(columns).filter(([, other]) => other !== at));
    match({ columns: { ...free, [source]: at }, fixed: others });
  };
  const item = useRef<HTMLLIElement>(null);
  const isTodayPressed = useRef(false);
  useEffect(() => {
    if (!isTodayPressed.current || value === undefined) return;
    // The button is gone. The date can be changed in its place.
    isTodayPressed.current = false;
    item.current?.querySelector<HTMLElement>('input[type="date"]')?.focus();
  }, [value]);
  const isDateMissing = source === 'issuedOn' && column === undefined && value === undefined;
  const fillToday = () => {
    isTodayPressed.current = true;
    choose(fixed);
  };
  const examples = column === undefined ? [] : (samples[column] ?? []);
  const words =
    examples.length > 0
      ? t('match.samples', { samples: examples.join(' · ') })
      : t('match.noSamples');
  return (
    <li ref={item}>
      <Select
        label={label}
        description={describeField(source)}
        data={[
          { value: none, label: t('match.none') },
          ...(mayBeFixed ? [{ value: fixed, label: t('match.fixed') }] : []),
          ...header.map((_, at) => ({ value: String(at), label: getColumnName(header, at) })),
        ]}
        value={getSelection(column, value)}
        searchable={header.length > 8}
        allowDeselect={false}
        onChange={(chosen) => chosen !== null && choose(chosen)}
      />
      {isDateMissing && (
        <Button variant="default" size="compact-sm" onClick={fillToday}>
          {t('match.today', { date: formatUtcDate(today()) })}
        </Button>
      )}
      {value !== undefined && column === undefined && (
        <TextInput
          label={t('match.fixed.value', { field: label })}
          type={kind === 'date' ? 'date' : 'text'}
          value={value}
          onChange={({ currentTarget }) =>
            match({ ...matched, fixed: { ...matched.fixed, [field]: currentTarget.value } })
          }
        />
      )}
      {column !== undefined && (
        <p className={classes.held}>
          {guess?.column === column && (
            <span className="state">{t(`match.because.${guess.because}`)}</span>
          )}
          <span className="fine">{words}</span>
        </p>
      )}
    </li>
  );
}

function describeField(source: ColumnSource): string | undefined {
  if (source === 'id') return t('match.id');
  return getAttributeName(source) === undefined ? undefined : t('match.customField');
}

function getSelection(column: number | undefined, value: string | undefined): string {
  if (column !== undefined) return String(column);
  return (value === undefined ? none : fixed) ?? '';
}

const MAX_NAME_LENGTH = 60;

/** Name of a column, or its position. */
export function getColumnName(header: readonly string[], at: number): string {
  const name = header[at] || t('match.column', { number: at + 1 });
  return name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH)}…` : name;
}
