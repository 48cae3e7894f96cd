import { Textarea, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import type { useForm } from '../../shared/form.ts';
import { PictureField } from '../../shared/picture-field.tsx';
import { getPictureAdvice } from './picture-advice.ts';
import { t } from './t.ts';

export type BadgeTextFields = {
  name: string;
  description: string;
  criteria: string;
  image: string;
};

type Form<V extends BadgeTextFields> = Pick<
  ReturnType<typeof useForm<V, unknown>>,
  'text' | 'values' | 'faults' | 'set'
>;

export function BadgeFields<V extends BadgeTextFields>({
  text,
  values,
  faults,
  set,
  design,
}: Form<V> & { design?: ReactNode }) {
  return (
    <>
      <TextInput {...text('name')} label={t('badges.name')} required />
      <PictureField
        label={t('badges.picture')}
        description={t('badges.picture.hint')}
        value={values.image}
        error={faults.image}
        advise={getPictureAdvice}
        onChange={(image) => set('image', image as V['image'])}
      />
      {design}
      <Textarea
        {...text('description')}
        label={t('badges.description')}
        description={t('badges.description.hint')}
        rows={4}
        required
      />
      <Textarea
        {...text('criteria')}
        label={t('badges.criteria')}
        description={t('badges.criteria.hint')}
        rows={4}
        required
      />
    </>
  );
}
