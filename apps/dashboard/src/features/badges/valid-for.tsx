import { Select, TextInput } from '@mantine/core';
import classes from './details.module.css';
import { t } from './t.ts';

const units = ['Y', 'M', 'W', 'D'] as const;
const simple = /^P(\d*)([YMWD])$/;

type Props = { value: string; error: string | undefined; onChange: (value: string) => void };

/** How long credentials hold: a number of something, or a duration of several as somebody else has written it. */
export function ValidFor({ value, error, onChange }: Props) {
  const [, count = '', unit = 'Y'] = simple.exec(value) ?? [];
  if (value !== '' && !simple.test(value))
    return (
      <TextInput
        label={t('badges.validFor')}
        description={t('badges.validFor.hint')}
        value={value}
        error={error}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    );
  return (
    <div className={classes.pair}>
      <TextInput
        label={t('badges.validFor')}
        description={t('badges.validFor.hint')}
        placeholder={t('badges.validFor.good')}
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
