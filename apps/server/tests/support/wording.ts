import type { Language } from '@insignia/contract';

/** The word by which a language calls a credential, on paper, on pages and in mails, is one: not these. */
const otherWords: Partial<Record<Language, RegExp>> = {
  de: /Nachweis|Urkunde|Abzeichen|Bescheinigung/i,
  fr: /attestation|diplôme|insigne/i,
  es: /credencial|acreditación|diploma/i,
};

/** Marks that a language does not write so. */
const otherMarks: Record<Language, RegExp> = {
  en: /["']|[„«»]/,
  de: /["'”«»]/,
  // A narrow space that does not break before ; ! ? » and after «, a whole one before the colon.
  fr: /["'“”]|[^\u202f][;!?»]|«[^\u202f]|[^\u00a0]:(?!\/)/,
  es: /["'“”„]|^[^¿]*\?|^[^¡]*!| [:;?!»]|« /,
  ar: /["'“”,;?]/,
};

/** What of these texts is not said in the words and marks of their language. */
export function wordingFaults(language: Language, texts: object): string[] {
  return sentencesOf(texts).filter(
    (text) => otherMarks[language].test(text) || otherWords[language]?.test(text),
  );
}

function sentencesOf(texts: object): string[] {
  return Object.values(texts).flatMap((text: unknown) => {
    if (typeof text === 'function') return [String(text('X', 'Y', 'Z', 'W'))];
    return typeof text === 'string' ? [text] : sentencesOf(text as object);
  });
}
