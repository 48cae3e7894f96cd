/** Selects regional glyph forms (OpenType `locl`): ISO 639 and 3166 codes. */
export type TextLanguage = { lang: string; region: string | null };

const english: TextLanguage = { lang: 'en', region: null };
const japanese: TextLanguage = { lang: 'ja', region: null };
const korean: TextLanguage = { lang: 'ko', region: null };
const simplified: TextLanguage = { lang: 'zh', region: 'CN' };
const traditional: TextLanguage = { lang: 'zh', region: 'TW' };

const kana = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const hangul = /\p{Script=Hangul}/u;
const han = /\p{Script=Han}/gu;

/**
 * Guesses the language of a text from itself and its surroundings. China, Taiwan, Japan and Korea
 * draw shared characters differently. Kana and Hangul decide; otherwise the first region whose
 * basic character set (GB 2312, Big5, JIS X 0208) contains all characters.
 */
export function detectLanguage(text: string, around: string): TextLanguage {
  const characters = text.match(han);
  if (kana.test(text)) return japanese;
  if (!characters) return hangul.test(text) ? korean : english;
  if (kana.test(around)) return japanese;
  if (hangul.test(around)) return korean;
  const found = characterSets().find(({ has }) => characters.every((char) => has.has(char)));
  return found?.language ?? simplified;
}

let sets: { language: TextLanguage; has: Set<string> }[] | undefined;

function characterSets(): { language: TextLanguage; has: Set<string> }[] {
  sets ??= [
    { language: simplified, has: decodeCharacters('gbk', [0xb0, 0xf7], [0xa1, 0xfe]) },
    { language: traditional, has: decodeCharacters('big5', [0xa4, 0xf9], [0x40, 0xfe]) },
    { language: japanese, has: decodeCharacters('shift_jis', [0x88, 0xea], [0x40, 0xfc]) },
  ];
  return sets;
}

/** All two-byte characters with lead and trail bytes within these bounds. */
function decodeCharacters(
  encoding: string,
  first: [number, number],
  second: [number, number],
): Set<string> {
  const decoder = new TextDecoder(encoding);
  const found = new Set<string>();
  for (let high = first[0]; high <= first[1]; high++)
    for (let low = second[0]; low <= second[1]; low++) {
      const [char = '', more] = decoder.decode(Uint8Array.of(high, low));
      if (more === undefined) found.add(char);
    }
  return found;
}
