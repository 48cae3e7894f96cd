import type { BadgeDetails, Language } from '@insignia/contract';
import { formatNumber } from '../../kernel/language.ts';
import { ar } from './texts/ar.ts';
import { de } from './texts/de.ts';
import { en, type PublicTexts } from './texts/en.ts';
import { es } from './texts/es.ts';
import { fr } from './texts/fr.ts';

export {
  cacheTag,
  computePublicStatus,
  credentialCacheTags,
  isCredentialIndexable,
  isIndexable,
  type PublicStatus,
  toPlainLine,
} from './rules.ts';
export {
  createContentDisposition,
  parseGuid,
  requirePublishedCredential,
  sendPrepared,
  statusLifetimeMs,
} from './serve.ts';
export {
  type Brand,
  findErasedCredentials,
  findPublishedCredential,
  findPublishedCredentials,
  type PublishedCredential,
} from './store.ts';
export type { PublicTexts } from './texts/en.ts';

const publicTexts: Record<Language, PublicTexts> = { en, de, fr, es, ar };

export function getPublicTexts(language: Language): PublicTexts {
  return publicTexts[language];
}

/** Hours and credits of a badge that has them, for people. */
export function listAmounts(
  details: BadgeDetails | null,
  language: Language,
): { name: string; value: string }[] {
  const t = getPublicTexts(language);
  return (['hours', 'credits'] as const).flatMap((name) => {
    const value = details?.[name];
    return value === undefined ? [] : [{ name: t[name], value: formatNumber(language, value) }];
  });
}
