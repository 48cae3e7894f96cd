export type Answer = { status: number; headers: Record<string, string>; body: Buffer };

/** True if `after` has all members of `before` with the same values, and perhaps more. */
function hasAllMembers(after: unknown, before: unknown): boolean {
  if (Array.isArray(before) && Array.isArray(after))
    return before.length === after.length && before.every((it, n) => hasAllMembers(after[n], it));
  if (typeof before !== 'object' || before === null) return Object.is(before, after);
  if (typeof after !== 'object' || after === null) return false;
  return Object.entries(before).every(([name, value]) =>
    hasAllMembers((after as Record<string, unknown>)[name], value),
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Two answers of one version differ in these parts. */
const read = ({ body }: Answer): string =>
  body
    .toString('latin1')
    .replace(/"requestId":"[^"]*"/g, '"requestId":""')
    .replace(/"lastUsedAt":\d+/g, '"lastUsedAt":0')
    .replace(/nonce[-="]+[\w+/=-]+/g, 'nonce');

const readCode = (text: string): unknown => (parse(text) as { code?: unknown } | undefined)?.code;

function classifyBody(before: Answer, after: Answer): string {
  const [a, b] = [read(before), read(after)];
  if (a === b) return 'equal';
  if (before.headers['content-type']?.includes('html')) return 'page: text';
  if (before.status >= 400)
    return readCode(a) === readCode(b) ? 'error: text, same code' : 'error: another code';
  return hasAllMembers(parse(b), parse(a) ?? a) ? 'JSON: members added' : 'body';
}

/** Returns `equal`, or the kind of the difference. */
export function classifyAnswers(before: Answer, after: Answer): string {
  if (before.status !== after.status) return `status ${before.status} → ${after.status}`;
  const body = classifyBody(before, after);
  if (body !== 'equal') return body;
  if (!hasAllMembers(after.headers, before.headers)) return 'headers';
  return Object.keys(after.headers).length > Object.keys(before.headers).length
    ? 'headers added'
    : 'equal';
}
