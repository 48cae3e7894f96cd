/** How a language writes JSON values. */
type Syntax = {
  text: (value: string) => string;
  none: string;
  yes: string;
  no: string;
  object: { open: string; close: string; member: (name: string, value: string) => string };
};

const single = (value: string): string =>
  `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`;
const double = (value: string): string => JSON.stringify(value);

const javascript: Syntax = {
  ...{ text: single, none: 'null', yes: 'true', no: 'false' },
  object: {
    ...{ open: '{', close: '}' },
    member: (name, value) => `${/^\w+$/.test(name) ? name : single(name)}: ${value}`,
  },
};
const python: Syntax = {
  ...{ text: double, none: 'None', yes: 'True', no: 'False' },
  object: { open: '{', close: '}', member: (name, value) => `${double(name)}: ${value}` },
};
const php: Syntax = {
  // PHP interpolates variables in double quotes.
  ...{ text: (value) => double(value).replaceAll('$', '\\$').replaceAll('\\/', '/') },
  ...{ none: 'null', yes: 'true', no: 'false' },
  object: { open: '[', close: ']', member: (name, value) => `${double(name)} => ${value}` },
};
const syntaxes = { javascript, python, php };

/** A value as source text, one member per line. */
export function formatLiteral(
  language: keyof typeof syntaxes,
  value: unknown,
  indent = '',
): string {
  const { text, none, yes, no, object } = syntaxes[language];
  if (value === null || value === undefined) return none;
  if (typeof value === 'boolean') return value ? yes : no;
  if (typeof value === 'string') return text(value);
  if (typeof value === 'number') return String(value);
  const inner = `${indent}${language === 'javascript' ? '  ' : '    '}`;
  const lines = Array.isArray(value)
    ? value.map((each) => formatLiteral(language, each, inner))
    : Object.entries(value).map(([name, each]) =>
        object.member(name, formatLiteral(language, each, inner)),
      );
  const [open, close] = Array.isArray(value) ? ['[', ']'] : [object.open, object.close];
  if (lines.length === 0) return `${open}${close}`;
  return `${open}\n${lines.map((line) => `${inner}${line},\n`).join('')}${indent}${close}`;
}
