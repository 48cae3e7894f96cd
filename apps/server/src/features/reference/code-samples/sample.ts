import { type ExampleRequest, exampleRequest, type Operation } from '@insignia/contract';

/**
 * Authentication of a sample: none, an API key, a user's JWT, or the cookie where a JWT isn't
 * accepted.
 */
export type SampleCaller = 'nobody' | 'key' | 'person' | 'session';

export type RequestSample = ExampleRequest & {
  url: string;
  as: SampleCaller;
  operation: Operation;
  /** The body is plain text, not JSON. */
  isFile: boolean;
  /** The response is JSON. */
  isJson: boolean;
};

/** These operations concern the session itself. */
const bySession = ['getToken', 'changePassword', 'signOut', 'deleteAccount'];

export function createSample(operation: Operation, baseUrl: string): RequestSample {
  const request = exampleRequest(operation);
  const { reply, answers } = operation;
  return {
    ...request,
    ...{ operation, url: `${baseUrl}${request.path}`, as: chooseCaller(operation) },
    isFile: request.body !== undefined && request.body.type !== 'application/json',
    isJson: reply !== undefined || answers !== undefined,
  };
}

function chooseCaller({ id, access }: Operation): SampleCaller {
  if (bySession.includes(id)) return 'session';
  if (access === 'public') return 'nobody';
  return access.who === 'person' || access.personOnly ? 'person' : 'key';
}

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
