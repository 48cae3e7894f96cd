import { Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import classes from './details.module.css';
import { t } from './t.ts';

const units = ['Y', 'M', 'W', 'D'] as const;
const simple = /^P(\d+)([YMWD])$/;

type Props = { value: string; error: string | undefined; onChange: (value: string) => void };

/** Validity period: a number and a unit, or an existing compound duration. */
export function ValidityField({ value, error, onChange }: Props) {
  const [, count = '', said] = simple.exec(value) ?? [];
  // An emptied number keeps its unit.
  const [unit, setUnit] = useState(said ?? 'Y');
  if (said !== undefined && said !== unit) setUnit(said);
  const [isTyped, setTyped] = useState(false);
  // Editing a compound duration passes through simple ones.
  if (isTyped || (value !== '' && said === undefined))
    return (
      <TextInput
        label={t('badges.validFor')}
        description={t('badges.validFor.hint')}
        value={value}
        error={error}
        onFocus={() => setTyped(true)}
        onBlur={() => setTyped(false)}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    );
  return (
    <div className={classes.pair}>
      <TextInput
        label={t('badges.validFor')}
        description={t('badges.validFor.hint')}
        placeholder={t('badges.validFor.unlimited')}
        inputMode="numeric"
        value={count}
        error={error}
        onChange={({ currentTarget }) => {
          const digits = currentTarget.value.replaceAll(/\D/g, '').slice(0, 5);
          onChange(digits === '' ? '' : `P${digits}${unit}`);
        }}
      />
      <Select
        label={t('badges.validFor.unit')}
        data={units.map((one) => ({ value: one, label: t(`badges.validFor.${one}`) }))}
        value={unit}
        disabled={count === ''}
        allowDeselect={false}
        onChange={(one) => one && onChange(`P${count}${one}`)}
      />
    </div>
  );
}
