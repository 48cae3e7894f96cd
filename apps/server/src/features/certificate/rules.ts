/** A text as it is set: its direction, and nothing in it that would turn or hide other text. */
export type Field = { text: string; rtl: boolean };

// Overrides and isolates of the bidirectional algorithm (UAX #9 §2), and control characters but the line break.
const turning = /[\u202a-\u202e\u2066-\u2069]|[^\P{Cc}\n]/gu;
const rightToLeft =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const strong = /\p{Letter}/u;
const longestPart = 24;
const longestWord = 30;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Makes a text ready to be set on paper, cut to `most` graphemes with "…". */
export function fieldOf(text: string, most = 400): Field & { isCut: boolean } {
  const clean = text
    .toWellFormed()
    .replaceAll('\r\n', '\n')
    .replaceAll(/[\t\r]/g, ' ')
    .replaceAll(turning, '')
    .replaceAll(/(\p{Mn}{4})\p{Mn}+/gu, `$1`);
  const parts = [...graphemes.segment(clean)];
  const isCut = parts.length > most;
  const shown = isCut
    ? `${parts
        .slice(0, most)
        .map(({ segment }) => segment)
        .join('')
        .trimEnd()}…`
    : clean;
  return { text: breakLong(shown), rtl: isRightToLeft(clean), isCut };
}

/** Decided by its first letter (UAX #9 rule P2). */
function isRightToLeft(text: string): boolean {
  const letter = [...text].find((char) => strong.test(char));
  return letter !== undefined && rightToLeft.test(letter);
}

/** A word with no place to break gets some, so that it does not leave the paper. */
function breakLong(text: string): string {
  return text.replaceAll(/\S+/gu, (word) => {
    if (
      word.length < longestWord ||
      !/^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Nd}\p{P}\p{S}\p{M}]+$/u.test(
        word,
      )
    )
      return word;
    const parts = [...graphemes.segment(word)].map(({ segment }) => segment);
    const lines: string[] = [];
    for (let at = 0; at < parts.length; at += longestPart)
      lines.push(parts.slice(at, at + longestPart).join(''));
    return lines.join('\u200b');
  });
}
