type Issue = {
  code?: string;
  expected?: unknown;
  input?: unknown;
  values?: unknown;
  keys?: string[];
  origin?: string;
  minimum?: unknown;
  maximum?: unknown;
  /** False if the bound itself is excluded. */
  inclusive?: boolean | undefined;
  /** Allowed values of the member that discriminates a union. */
  options?: readonly unknown[] | undefined;
  message?: string | undefined;
  issues?: { message?: string }[];
};

const nouns: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  record: 'an object',
  array: 'a list',
};

const listAlternatives = (all: readonly unknown[]) =>
  `must be ${all.length > 1 ? 'one of ' : ''}${all.join(', ')}`;

const issueMessages: Record<string, (issue: Issue) => string | undefined> = {
  invalid_type: ({ input, expected }) =>
    input === undefined ? 'is required' : `must be ${nouns[String(expected)] ?? expected}`,
  invalid_value: ({ values }) => (Array.isArray(values) ? listAlternatives(values) : undefined),
  invalid_union: ({ options }) => options && listAlternatives(options),
  invalid_key: ({ issues }) => `has a name that ${issues?.[0]?.message}`,
  too_small: (issue) =>
    formatSize(`${isExclusive(issue) ? 'more than' : 'at least'} ${issue.minimum}`, issue),
  too_big: (issue) =>
    formatSize(`${isExclusive(issue) ? 'less than' : 'at most'} ${issue.maximum}`, issue),
  unrecognized_keys: ({ keys = [] }) => `must not have ${listNames(keys)}`,
};

/** Replaces Zod's message with one line that says what a field must be. */
export function getIssueMessage(issue: Issue): string | undefined {
  return issueMessages[issue.code ?? '']?.(issue);
}

const isExclusive = ({ inclusive }: Issue): boolean => inclusive === false;

function formatSize(bound: string, { origin }: Issue): string {
  if (origin === 'string') return `must have ${bound} characters`;
  return origin === 'array' ? `must have ${bound} items` : `must be ${bound}`;
}

/** Lists only the first names, shortened. */
function listNames(keys: string[]): string {
  const shown = keys.slice(0, 5).map((key) => JSON.stringify(key.slice(0, 60)));
  return [...shown, ...(keys.length > 5 ? ['others'] : [])].join(', ');
}
