import { certificateStyles, languages, orientations, papers } from '@insignia/contract';
import { createShades } from '@insignia/tokens/shades';
import { Button, Checkbox, Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { t } from '../../../messages/en/brand.ts';
import { useAccount } from '../../../shared/account.ts';
import { DesignSelect } from '../../../shared/design-select.tsx';
import { getLanguageName } from '../../../shared/format.ts';
import { PictureField } from '../../../shared/picture-field.tsx';
import { certificatesQuery } from '../../../shared/queries.ts';
import classes from './brand.module.css';
import type { BrandForm } from './fields.ts';
import { isColor } from './fields.ts';

type Props = { form: BrandForm };
type CertificateProps = Props & { issuerId: string };

export function ColorFields({ form, issuerId }: CertificateProps) {
  const { accountId } = useAccount();
  const { accentColor } = form.values;
  const color = isColor(accentColor) ? accentColor.toLowerCase() : undefined;
  return (
    <>
      <div className={classes.color}>
        <TextInput
          {...form.getInputProps('accentColor')}
          label={t('brand.color')}
          description={t('brand.color.hint')}
          maxLength={7}
          spellCheck={false}
          required
        />
        <input
          type="color"
          aria-label={t('brand.color.pick')}
          value={color ?? '#000000'}
          onChange={({ currentTarget }) => form.setFieldValue('accentColor', currentTarget.value)}
        />
      </div>
      {color && (
        <p className="fine" role="status">
          {describeShades(color)}
        </p>
      )}
      <RemovablePicture
        {...form.getInputProps('logoDark')}
        label={t('brand.logoDark')}
        description={t('brand.logoDark.hint')}
        background="dark"
      />
      <p className="fine">
        {t('brand.logo.elsewhere')}{' '}
        <Link to="/$accountId/issuers/$issuerId" params={{ accountId, issuerId }}>
          {t('brand.logo.change')}
        </Link>
      </p>
    </>
  );
}

function describeShades(color: string): string {
  const { onLight, onDark } = createShades(color);
  if (onLight === color && onDark === color) return t('brand.color.asIs');
  return t('brand.color.used', { onLight, onDark });
}

function RemovablePicture(props: Parameters<typeof PictureField>[0]) {
  const { label, value, onChange } = props;
  return (
    <div className={classes.removable}>
      <PictureField {...props} />
      {value && (
        <Button
          variant="default"
          size="compact-sm"
          aria-label={t('brand.remove.what', { what: label })}
          onClick={() => onChange('')}
        >
          {t('brand.remove')}
        </Button>
      )}
    </div>
  );
}

export function CertificateFields({ form: { getInputProps }, issuerId }: CertificateProps) {
  const here = useAccount();
  const { data: designs = [] } = useQuery(certificatesQuery(here, issuerId));
  const chosen = designs.find(({ kind, isDefault }) => kind === 'certificate' && isDefault);
  return (
    <fieldset className={classes.group}>
      <legend>{t('brand.certificates')}</legend>
      <p className="fine">
        {chosen ? t('brand.design.chosen', { name: chosen.name }) : t('brand.design.none')}{' '}
        <Link
          to="/$accountId/issuers/$issuerId/certificates"
          params={{ accountId: here.accountId, issuerId }}
        >
          {t('brand.design')}
        </Link>
      </p>
      <Select
        {...getInputProps('certificateStyle')}
        label={t('brand.style')}
        data={certificateStyles.map((value) => ({ value, label: t(`brand.style.${value}`) }))}
        allowDeselect={false}
      />
      <div className={classes.pair}>
        <Select
          {...getInputProps('orientation')}
          label={t('brand.orientation')}
          data={orientations.map((value) => ({ value, label: t(`brand.orientation.${value}`) }))}
          allowDeselect={false}
        />
        <Select
          {...getInputProps('paper')}
          label={t('brand.paper')}
          data={papers.map((value) => ({ value, label: t(`brand.paper.${value}`) }))}
          allowDeselect={false}
        />
      </div>
      <DesignSelect
        {...getInputProps('cardId')}
        issuerId={issuerId}
        kind="card"
        none={t('brand.card.usual')}
        label={t('brand.card')}
        description={t('brand.card.hint')}
      />
    </fieldset>
  );
}

export function SignatureFields({ form: { getInputProps } }: Props) {
  return (
    <fieldset className={classes.group}>
      <legend>{t('brand.signatures')}</legend>
      <p className="fine">{t('brand.signatures.hint')}</p>
      {([1, 2, 3] as const).map((n) => (
        <div className="stack" key={n}>
          <div className={classes.pair}>
            <TextInput
              {...getInputProps(`name${n}`)}
              label={t('brand.signature.name', { n })}
              maxLength={200}
            />
            <TextInput
              {...getInputProps(`title${n}`)}
              label={t('brand.signature.title', { n })}
              maxLength={200}
            />
          </div>
          <RemovablePicture
            {...getInputProps(`picture${n}`)}
            label={t('brand.signature.picture', { n })}
            description={t('brand.signature.picture.hint')}
            background="light"
          />
        </div>
      ))}
    </fieldset>
  );
}

export function BrandTextFields({ form: { getInputProps } }: Props) {
  return (
    <fieldset className={classes.group}>
      <legend>{t('brand.words')}</legend>
      <Select
        {...getInputProps('language')}
        label={t('brand.language')}
        description={t('brand.language.hint')}
        data={languages.map((value) => ({ value, label: getLanguageName(value) }))}
        allowDeselect={false}
      />
      <TextInput
        {...getInputProps('website')}
        label={t('brand.website')}
        description={t('brand.website.hint')}
        type="url"
        inputMode="url"
        placeholder="https://"
      />
      <TextInput
        {...getInputProps('footText')}
        label={t('brand.footText')}
        description={t('brand.footText.hint')}
        maxLength={300}
        dir="auto"
      />
    </fieldset>
  );
}

export function SearchEngineField({ form: { getInputProps } }: Props) {
  return (
    <fieldset className={classes.group}>
      <legend>{t('brand.search')}</legend>
      <Checkbox
        {...getInputProps('searchIndexing', { type: 'checkbox' })}
        label={t('brand.search.allow')}
        description={t('brand.search.hint')}
      />
    </fieldset>
  );
}
