import { TextInput } from '@mantine/core';
import type { useForm } from '../../shared/form.ts';
import { Picture } from '../../shared/picture.tsx';
import { t } from './t.ts';

export const initial = { name: '', url: '', email: '', logo: '', linkedinOrganizationId: '' };
export type Fields = typeof initial;

type Form = ReturnType<typeof useForm<Fields, unknown>>;

/** As sent to the API. Empty fields are omitted. */
export function sentOf({ logo, linkedinOrganizationId, url, ...words }: Fields) {
  return {
    ...words,
    url: withScheme(url),
    ...(logo && { logo }),
    ...(linkedinOrganizationId && { linkedinOrganizationId }),
  };
}

/** People type addresses without a scheme. */
export function withScheme(url: string): string {
  const text = url.trim();
  return /^[^/:]+\.[^:]+$/.test(text) ? `https://${text}` : text;
}

/** Fields that are fixed once the issuer is verified. */
export function Named({ text }: { text: Form['text'] }) {
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

export function Changeable({
  text,
  values,
  faults,
  set,
}: Pick<Form, 'text' | 'values' | 'faults' | 'set'>) {
  return (
    <>
      <Picture
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
