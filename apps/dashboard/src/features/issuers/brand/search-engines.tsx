import { Checkbox } from '@mantine/core';
import classes from './brand.module.css';
import type { BrandForm } from './fields.ts';
import { t } from './t.ts';

export function SearchEngines({ form }: { form: BrandForm }) {
  return (
    <fieldset className={classes.group}>
      <legend>{t('brand.search')}</legend>
      <Checkbox
        label={t('brand.search.allow')}
        description={t('brand.search.hint')}
        checked={form.values.searchIndexing}
        error={form.faults.searchIndexing}
        onChange={({ currentTarget }) => form.set('searchIndexing', currentTarget.checked)}
      />
    </fieldset>
  );
}
