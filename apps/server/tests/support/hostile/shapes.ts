export type Extent = 'all' | 'short';

/** Generates text of about this many bytes, not more. */
export type PayloadMaker = (bytes: number) => string;

/** Repeated to make text expensive for normalization, regular expressions and parsers. */
const units: Record<string, string> = {
  letters: 'x',
  marks: '\u0301\u0316',
  ligatures: '\ufdfa',
  jamo: '\u1112\u1161\u11ab',
  emoji: '👩‍👧',
  overrides: '\u202e',
  blanks: ' ',
  lines: '\r\n',
  controls: '\u0001',
  surrogates: '\ud800',
  quotes: '"',
  backslashes: '\\',
  labels: 'a.',
  hyphens: 'a-',
  ats: 'a@',
  schemes: 'http://',
  escapes: '%41',
  percents: '%',
  dots: '../',
  opened: '<assertion ',
  tags: '<a>',
  entities: '&amp;',
  placeholders: '{{a',
  links: '[a](',
  emphasis: '*_',
  base64: '=',
  spaced: 'A ',
  zeros: '0',
  times: 'T00:',
};
const shortUnits = new Set([
  'letters',
  'marks',
  'labels',
  'ats',
  'opened',
  'placeholders',
  'escapes',
  'spaced',
]);

function repeat(unit: string, bytes: number): string {
  const size = Buffer.byteLength(JSON.stringify(unit)) - 2;
  return unit.repeat(Math.max(0, Math.floor(bytes / size)));
}

/** Each unit after a letter, and within an almost valid value. */
export function createHostileTexts(good: string, extent: Extent): [string, PayloadMaker][] {
  return Object.entries(units).flatMap(([name, unit]): [string, PayloadMaker][] => {
    const almost: PayloadMaker = (bytes) => {
      const fill = repeat(unit, bytes - 1 - Buffer.byteLength(good));
      return `${good}${fill}!`;
    };
    if (extent === 'short') return shortUnits.has(name) ? [[name, almost]] : [];
    return [
      [name, (bytes) => `a${repeat(unit, bytes - 1)}`],
      [`almost good ${name}`, almost],
    ];
  });
}

const around = (
  begin: string,
  middle: string,
  end: string,
  limit = Number.POSITIVE_INFINITY,
): PayloadMaker => {
  const each = Buffer.byteLength(begin + end);
  return (bytes) => {
    const depth = Math.max(0, Math.min(limit, Math.floor((bytes - 10) / each)));
    return begin.repeat(depth) + middle + end.repeat(depth);
  };
};
const list = (item: (n: number) => string, limit = Number.POSITIVE_INFINITY): PayloadMaker => {
  const each = Buffer.byteLength(item(1_000_000)) + 1;
  return (bytes) =>
    Array.from({ length: Math.max(1, Math.min(limit, Math.floor(bytes / each) - 1)) }, (_, n) =>
      item(n),
    ).join();
};
const within = (open: string, shape: PayloadMaker, close: string): PayloadMaker => {
  return (bytes) => `${open}${shape(bytes - 2)}${close}`;
};
const tolerated = 9_000;

/** Deep, wide and long JSON, above and just below the limits. */
const all: Record<string, PayloadMaker> = {
  'nested lists': around('[', '', ']'),
  'nested objects': around('{"a":', '1', '}'),
  'nested ids': around('{"id":', '"https://a.example"', '}', 90),
  'unclosed lists': around('[', '', ''),
  'many numbers': within(
    '[',
    list(() => '0'),
    ']',
  ),
  'many objects': within(
    '[',
    list(() => '{}'),
    ']',
  ),
  'many members': within(
    '{',
    list((n) => `"k${n}":0`),
    '}',
  ),
  'as many texts as may be': within(
    '[',
    list(() => '"ab"', tolerated * 2),
    ']',
  ),
  'as many objects as may be': within(
    '[',
    list(() => '{"a":[]}', tolerated / 2),
    ']',
  ),
  'as many members as may be': within(
    '{',
    list((n) => `"k${n}":{}`, tolerated),
    '}',
  ),
  'one member again and again': within(
    '{',
    list(() => '"a":0', tolerated),
    '}',
  ),
  'a long number': (bytes) => '1'.repeat(bytes),
  'a long fraction': (bytes) => `0.${'3'.repeat(bytes - 8)}e-300`,
  'escaped marks': (bytes) => `"a${'\\u0301\\u0316'.repeat(Math.floor((bytes - 3) / 12))}"`,
  'an escaped prototype': (bytes) => `{"__proto__"${' '.repeat(bytes - 40)}:{"a":1}}`,
  'a long name': (bytes) => `{"${'n'.repeat(bytes - 8)}":1}`,
};
const shortDocuments = new Set([
  ...['nested lists', 'nested ids', 'many objects', 'as many members as may be'],
]);

export function createHostileDocuments(extent: Extent): [string, PayloadMaker][] {
  return Object.entries(all).filter(([name]) => extent === 'all' || shortDocuments.has(name));
}
