import { t } from '../../messages/en/certificates.ts';

/** Names of styles and templates. Newer ones have the words of their ID. */
const startNames: Readonly<Record<string, string>> = {
  classic: t('certificates.start.classic'),
  engraved: t('certificates.start.engraved'),
  academic: t('certificates.start.academic'),
  modern: t('certificates.start.modern'),
  editorial: t('certificates.start.editorial'),
  minimal: t('certificates.start.minimal'),
  card: t('certificates.start.card'),
};

export const nameStart = (id: string): string => startNames[id] ?? toSentenceCase(id);

function toSentenceCase(id: string): string {
  const words = id.replaceAll(/[_-]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const placeholderNames: Readonly<Record<string, string>> = {
  recipient_name: t('certificates.placeholder.recipient_name'),
  badge_name: t('certificates.placeholder.badge_name'),
  badge_description: t('certificates.placeholder.badge_description'),
  certificate_text: t('certificates.placeholder.certificate_text'),
  issuer_name: t('certificates.placeholder.issuer_name'),
  issued_on: t('certificates.placeholder.issued_on'),
  issued_on_digits: t('certificates.placeholder.issued_on_digits'),
  expires: t('certificates.placeholder.expires'),
  expires_digits: t('certificates.placeholder.expires_digits'),
  dates: t('certificates.placeholder.dates'),
  results: t('certificates.placeholder.results'),
  credential_id: t('certificates.placeholder.credential_id'),
  credential_url: t('certificates.placeholder.credential_url'),
  short_code: t('certificates.placeholder.short_code'),
  short_url: t('certificates.placeholder.short_url'),
};

/** Newer placeholders have the words of their name. */
export const namePlaceholder = (name: string): string =>
  placeholderNames[name] ?? toSentenceCase(name.replace(/^field:/, ''));
