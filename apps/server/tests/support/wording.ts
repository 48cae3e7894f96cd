import type { Language } from '@insignia/contract';

/** Words that a language must not use for a credential. */
const otherWords: Partial<Record<Language, RegExp>> = {
  de: /Nachweis|Urkunde|Abzeichen|Bescheinigung/i,
  fr: /attestation|diplôme|insigne/i,
  es: /credencial|acreditación|diploma/i,
};

/** Punctuation that a language doesn't use. */
const otherMarks: Record<Language, RegExp> = {
  en: /["']|[„«»]/,
  de: /["'”«»]/,
  // Narrow no-break space before ; ! ? » and after «, a full one before the colon.
  fr: /["'“”]|[^\u202f][;!?»]|«[^\u202f]|[^\u00a0]:(?!\/)/,
  es: /["'“”„]|^[^¿]*\?|^[^¡]*!| [:;?!»]|« /,
  ar: /["'“”,;?]/,
};

/** Texts with wrong words or punctuation for their language. */
export function findWordingErrors(language: Language, texts: object): string[] {
  return splitSentences(texts).filter(
    (text) => otherMarks[language].test(text) || otherWords[language]?.test(text),
  );
}

function splitSentences(texts: object): string[] {
  return Object.values(texts).flatMap((text: unknown) => {
    if (typeof text === 'function') return [String(text('X', 'Y', 'Z', 'W'))];
    return typeof text === 'string' ? [text] : splitSentences(text as object);
  });
}
