type Issue = {
  code?: string;
  expected?: unknown;
  input?: unknown;
  values?: unknown;
  keys?: string[];
  origin?: string;
  minimum?: unknown;
  maximum?: unknown;
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

/** Says in one line what a field must be: for people who call the interface, in place of Zod's own words. */
export function messageOf(issue: Issue): string | undefined {
  if (issue.code === 'invalid_type')
    return issue.input === undefined
      ? 'is required'
      : `must be ${nouns[String(issue.expected)] ?? issue.expected}`;
  if (issue.code === 'invalid_value' && Array.isArray(issue.values))
    return `must be one of ${issue.values.join(', ')}`;
  if (issue.code === 'invalid_key') return `has a name that ${issue.issues?.[0]?.message}`;
  if (issue.code === 'too_small') return sized(`at least ${issue.minimum}`, issue);
  if (issue.code === 'too_big') return sized(`at most ${issue.maximum}`, issue);
  if (issue.code === 'unrecognized_keys') return `must not have ${namesOf(issue.keys ?? [])}`;
  return undefined;
}

function sized(bound: string, { origin }: Issue): string {
  if (origin === 'string') return `must have ${bound} characters`;
  return origin === 'array' ? `must have ${bound} items` : `must be ${bound}`;
}

/** The first few, and no more of each than tells it apart. */
function namesOf(keys: string[]): string {
  const shown = keys.slice(0, 5).map((key) => JSON.stringify(key.slice(0, 60)));
  return [...shown, ...(keys.length > 5 ? ['others'] : [])].join(', ');
}
