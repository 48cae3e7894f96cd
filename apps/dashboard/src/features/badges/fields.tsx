import { Textarea, TextInput } from '@mantine/core';
import type { ComponentProps, ReactNode } from 'react';
import { t } from '../../messages/en/badges.ts';
import { DesignSelect } from '../../shared/design-select.tsx';
import { Disclosure, useAutoOpen } from '../../shared/disclosure.tsx';
import { type FieldGroupForm, hasErrorsIn } from '../../shared/form.ts';
import { createLazyDialog } from '../../shared/lazy-part.tsx';
import { Markdown } from '../../shared/markdown.tsx';
import { PictureField, type PictureSize } from '../../shared/picture-field.tsx';
import classes from './details.module.css';
import { emptyDetails, hasDetails } from './details.ts';
import type { DetailsFields } from './details-fields.tsx';

export type BadgeTextFields = {
  name: string;
  description: string;
  criteria: string;
  certificateText: string;
  image: string;
};

type Props = {
  form: FieldGroupForm<BadgeTextFields>;
  /** Other ways to a picture than uploading one. */
  design?: ReactNode;
  pictureChanged?: () => void;
};

export function BadgeFields({ form: { values, getInputProps }, design, pictureChanged }: Props) {
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
      <Textarea
        {...getInputProps('certificateText')}
        label={t('badges.certificateText')}
        description={t('badges.certificateText.hint')}
        rows={2}
      />
      <PrintedText {...values} />
    </>
  );
}

/** The text that certificates print below the name of the badge. */
function PrintedText({ description, certificateText }: BadgeTextFields) {
  const own = certificateText.trim();
  const printed = own || description.trim();
  if (printed === '') return null;
  return (
    <div className={`fine ${classes.printed}`}>
      <p>{own ? t('badges.certificateText.own') : t('badges.certificateText.none')}</p>
      <Markdown text={printed} />
    </div>
  );
}

/** Smaller pictures look blurred at the largest size. */
const MIN_SIDE_PIXELS = 200;
/** Relative difference of the sides that nobody sees. */
const SQUARE_TOLERANCE = 0.02;

function getPictureAdvice(size: PictureSize): string | undefined {
  const [shorter, longer] = [Math.min(size.width, size.height), Math.max(size.width, size.height)];
  const isSquare = longer - shorter <= longer * SQUARE_TOLERANCE;
  if (!isSquare) return t('badges.picture.notSquare', size);
  return shorter < MIN_SIDE_PIXELS ? t('badges.picture.small', size) : undefined;
}

/** Designs of the badge's certificates and share cards. Empty for the issuer's default. */
export type DesignChoiceFields = { certificateId: string; cardId: string };

type DesignChoicesProps = { issuerId: string; form: FieldGroupForm<DesignChoiceFields> };

export function DesignChoices({ issuerId, form: { getInputProps } }: DesignChoicesProps) {
  const shared = { issuerId, none: t('badges.certificate.default') };
  return (
    <>
      <DesignSelect
        {...getInputProps('certificateId')}
        {...shared}
        kind="certificate"
        label={t('badges.certificate')}
        description={t('badges.certificate.hint')}
      />
      <DesignSelect
        {...getInputProps('cardId')}
        {...shared}
        kind="card"
        label={t('badges.card')}
        description={t('badges.card.hint')}
      />
    </>
  );
}

const Fields = createLazyDialog(async () => (await import('./details-fields.tsx')).DetailsFields);

/** Optional details. Open if any are set or have an error. */
export function MoreBadgeDetails({ form }: Pick<ComponentProps<typeof DetailsFields>, 'form'>) {
  const isWrong = hasErrorsIn(form.errors, emptyDetails);
  const [isOpen, setOpen] = useAutoOpen(hasDetails(form.values), isWrong);
  return (
    <>
      <Disclosure controls="badge-details" isOpen={isOpen} toggle={() => setOpen(!isOpen)}>
        {t('badges.more')}
      </Disclosure>
      <Fields opened={isOpen} form={form} />
    </>
  );
}
