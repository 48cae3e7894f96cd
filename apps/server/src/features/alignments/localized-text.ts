const languageTag = /^(?:@none|[a-z]{2,3}(?:-[a-z\d]{1,8}){0,4})$/i;

/** Plain text, or the entry in the requested language. */
export function findLocalizedText(value: unknown, language: string): string | undefined {
  const plain = plainText(value);
  if (plain !== undefined || typeof value !== 'object' || value === null) return plain;
  const said = Array.isArray(value)
    ? value.map((each): LocalizedValue => [readLanguage(each), each])
    : Object.entries(value).filter(([name]) => languageTag.test(name));
  return said
    .toSorted((one, other) => rank(one, language) - rank(other, language))
    .map(([, each]) => plainText(Array.isArray(each) ? each[0] : each))
    .find((text) => text !== undefined);
}

/** A string, JSON-LD's `@value`, or ESCO's `literal`. */
function plainText(value: unknown): string | undefined {
  const { '@value': inner, literal } = Object(value) as { '@value'?: unknown; literal?: unknown };
  const text = typeof value === 'object' ? (inner ?? literal) : value;
  if (typeof text === 'number') return String(text);
  return typeof text === 'string' && text.trim() !== '' ? text : undefined;
}

type LocalizedValue = [language: string, value: unknown];

function readLanguage(value: unknown): string {
  const { '@language': own } = Object(value) as { '@language'?: unknown };
  return typeof own === 'string' ? own : '';
}

/** Exact language, a variant, English, anything else. */
function rank([name]: LocalizedValue, language: string): number {
  const [own, wanted] = [name, language].map((each) => each.toLowerCase());
  const base = (text = ''): string | undefined => text.split('-', 1)[0];
  if (own === wanted) return 0;
  if (base(own) === base(wanted)) return 1;
  return base(own) === 'en' ? 2 : 3;
}
