import { TextInput } from '@mantine/core';
import type { useForm } from '../../shared/form.ts';
import { PictureField } from '../../shared/picture-field.tsx';
import { t } from './t.ts';

export const emptyIssuer = { name: '', url: '', email: '', logo: '', linkedinOrganizationId: '' };
export type IssuerFields = typeof emptyIssuer;

type IssuerForm = ReturnType<typeof useForm<IssuerFields, unknown>>;

/** As sent to the API. Empty fields are omitted. */
export function toIssuerBody({ logo, linkedinOrganizationId, url, ...words }: IssuerFields) {
  return {
    ...words,
    url: addUrlScheme(url),
    ...(logo && { logo }),
    ...(linkedinOrganizationId && { linkedinOrganizationId }),
  };
}

/** People type addresses without a scheme. */
export function addUrlScheme(url: string): string {
  const text = url.trim();
  return /^[^/:]+\.[^:]+$/.test(text) ? `https://${text}` : text;
}

/** Fields that are fixed once the issuer is verified. */
export function IssuerIdentityFields({ text }: { text: IssuerForm['text'] }) {
  return (
    <>
      <TextInput
        {...text('name')}
        label={t('issuers.name')}
        description={t('issuers.name.hint')}
        autoComplete="organization"
        required
      />
      <TextInput
        {...text('url')}
        label={t('issuers.website')}
        type="url"
        inputMode="url"
        placeholder="https://"
        required
      />
      <TextInput
        {...text('email')}
        label={t('issuers.email')}
        description={t('issuers.email.hint')}
        type="text"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        autoComplete="email"
        required
      />
    </>
  );
}

export function EditableIssuerFields({
  text,
  values,
  faults,
  set,
}: Pick<IssuerForm, 'text' | 'values' | 'faults' | 'set'>) {
  return (
    <>
      <PictureField
        label={t('issuers.logo')}
        value={values.logo}
        error={faults.logo}
        onChange={(logo) => set('logo', logo)}
      />
      <TextInput
        {...text('linkedinOrganizationId')}
        label={t('issuers.linkedin')}
        description={t('issuers.linkedin.hint')}
        inputMode="numeric"
      />
    </>
  );
}
