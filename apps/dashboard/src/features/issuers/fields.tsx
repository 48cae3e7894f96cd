import { TextInput } from '@mantine/core';
import type { FieldGroupForm } from '../../shared/form.ts';
import { PictureField } from '../../shared/picture-field.tsx';
import { t } from './t.ts';

export const emptyIssuer = { name: '', url: '', email: '', logo: '', linkedinOrganizationId: '' };
export type IssuerFields = typeof emptyIssuer;

type Props = { form: FieldGroupForm<IssuerFields> };

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
export function IssuerIdentityFields({ form: { getInputProps } }: Props) {
  return (
    <>
      <TextInput
        {...getInputProps('name')}
        label={t('issuers.name')}
        description={t('issuers.name.hint')}
        autoComplete="organization"
        required
      />
      <TextInput
        {...getInputProps('url')}
        label={t('issuers.website')}
        type="url"
        inputMode="url"
        placeholder="https://"
        required
      />
      <TextInput
        {...getInputProps('email')}
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

export function EditableIssuerFields({ form: { getInputProps } }: Props) {
  return (
    <>
      <PictureField {...getInputProps('logo')} label={t('issuers.logo')} />
      <TextInput
        {...getInputProps('linkedinOrganizationId')}
        label={t('issuers.linkedin')}
        description={t('issuers.linkedin.hint')}
        inputMode="numeric"
      />
    </>
  );
}
