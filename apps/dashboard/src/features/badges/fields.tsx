import { Textarea, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import type { FieldGroupForm } from '../../shared/form.ts';
import { PictureField } from '../../shared/picture-field.tsx';
import { getPictureAdvice } from './picture-advice.ts';
import { t } from './t.ts';

export type BadgeTextFields = {
  name: string;
  description: string;
  criteria: string;
  image: string;
};

type Props = {
  form: FieldGroupForm<BadgeTextFields>;
  /** Other ways to a picture than uploading one. */
  design?: ReactNode;
  pictureChanged?: () => void;
};

export function BadgeFields({ form: { getInputProps }, design, pictureChanged }: Props) {
  const picture = getInputProps('image');
  return (
    <>
      <TextInput {...getInputProps('name')} label={t('badges.name')} required />
      <PictureField
        {...picture}
        label={t('badges.picture')}
        description={t('badges.picture.hint')}
        advise={getPictureAdvice}
        onChange={(image) => {
          picture.onChange(image);
          pictureChanged?.();
        }}
      />
      {design}
      <Textarea
        {...getInputProps('description')}
        label={t('badges.description')}
        description={t('badges.description.hint')}
        rows={4}
        required
      />
      <Textarea
        {...getInputProps('criteria')}
        label={t('badges.criteria')}
        description={t('badges.criteria.hint')}
        rows={4}
        required
      />
    </>
  );
}
