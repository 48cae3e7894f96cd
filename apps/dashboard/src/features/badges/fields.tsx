import { Textarea, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import type { useForm } from '../../shared/form.ts';
import { Picture } from '../../shared/picture.tsx';
import { adviceOn } from './picture-advice.ts';
import { t } from './t.ts';

export type Words = { name: string; description: string; criteria: string; image: string };

type Form<V extends Words> = Pick<
  ReturnType<typeof useForm<V, unknown>>,
  'text' | 'values' | 'faults' | 'set'
>;

export function BadgeFields<V extends Words>({
  text,
  values,
  faults,
  set,
  design,
}: Form<V> & { design?: ReactNode }) {
  return (
    <>
      <TextInput {...text('name')} label={t('badges.name')} required />
      <Picture
        label={t('badges.picture')}
        description={t('badges.picture.hint')}
        value={values.image}
        error={faults.image}
        advise={adviceOn}
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
