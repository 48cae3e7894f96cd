export type ColorScheme = 'light' | 'dark';
/** Tokens by name without dashes, for code without custom properties: `titleS` is `20px`. */
export type TokenValues = Readonly<Record<string, string>>;

const remPx = 16;
const pairStart = 'light-dark(';

/**
 * Resolves `tokens.css` for one background. Its first block contains all tokens; later blocks only
 * choose.
 */
export function readTokenValues(css: string, scheme: ColorScheme): TokenValues {
  const declarations = css.slice(css.indexOf(':root {') + ':root {'.length).split('}', 1)[0] ?? '';
  const values = new Map<string, string>();
  for (const line of declarations.split(';')) {
    const [name = '', ...rest] = line.slice(line.indexOf('--') + '--'.length).split(':');
    if (line.includes('--') && rest.length > 0)
      values.set(camel(name), plain(chooseForScheme(rest.join(':').trim(), scheme)));
  }
  return Object.fromEntries(values);
}

function camel(name: string): string {
  const [first = '', ...more] = name.split('-');
  return `${first}${more.map((part) => `${part.charAt(0).toUpperCase()}${part.slice(1)}`).join('')}`;
}

/** Resolves light-dark pairs. A color may be a function of numbers. */
function chooseForScheme(value: string, scheme: ColorScheme): string {
  const from = value.indexOf(pairStart);
  if (from < 0) return value;
  const { light, dark, end } = parsePair(value, from + pairStart.length);
  const chosen = scheme === 'light' ? light : dark;
  return `${value.slice(0, from)}${chosen}${chooseForScheme(value.slice(end), scheme)}`;
}

/** Both colors of a pair, and the position of the closing bracket. */
function parsePair(value: string, from: number): { light: string; dark: string; end: number } {
  let depth = 0;
  let comma = from;
  let at = from;
  for (; depth >= 0 && at < value.length; at++) {
    const char = value.charAt(at);
    if (char === '(') depth += 1;
    if (char === ')') depth -= 1;
    if (char === ',' && depth === 0) comma = at;
  }
  return {
    light: value.slice(from, comma).trim(),
    dark: value.slice(comma + 1, at - 1).trim(),
    end: at,
  };
}

function plain(value: string): string {
  const isRem = value.endsWith('rem') && !value.includes(' ');
  return isRem ? `${Number.parseFloat(value) * remPx}px` : value.replaceAll('"', "'");
}
