import { languages } from '@insignia/contract';
import { Select, TextInput } from '@mantine/core';
import classes from './brand.module.css';
import type { BrandForm } from './fields.ts';
import { getLanguageName } from './format-brand-value.ts';
import { t } from './t.ts';

export function BrandTextFields({ form }: { form: BrandForm }) {
  const { values, faults, set, text } = form;
  return (
    <fieldset className={classes.group}>
      <legend>{t('brand.words')}</legend>
      <Select
        label={t('brand.language')}
        description={t('brand.language.hint')}
        data={languages.map((value) => ({ value, label: getLanguageName(value) }))}
        value={values.language}
        error={faults.language}
        allowDeselect={false}
        onChange={(language) => language && set('language', language)}
      />
      <TextInput
        {...text('website')}
        label={t('brand.website')}
        description={t('brand.website.hint')}
        type="url"
        inputMode="url"
        placeholder="https://"
      />
      <TextInput
        {...text('footText')}
        label={t('brand.footText')}
        description={t('brand.footText.hint')}
        maxLength={300}
        dir="auto"
      />
    </fieldset>
  );
}
