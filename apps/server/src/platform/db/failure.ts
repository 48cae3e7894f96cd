import { Problem } from '../../kernel/problem.ts';

const unreachable = new Set([
  ...[
    'ECONNREFUSED',
    'ECONNRESET',
    'ENOENT',
    'EPIPE',
    'ETIMEDOUT',
    'ENOTFOUND',
    'EAI_AGAIN',
    'EHOSTUNREACH',
  ],
  // PostgreSQL appendix A: connection exceptions, shutdown, crash, too many connections, read-only
  // standby.
  ...[
    '57P01',
    '57P02',
    '57P03',
    '57P05',
    '53300',
    '25006',
    '08000',
    '08001',
    '08003',
    '08004',
    '08006',
  ],
]);
const connectionMessages =
  /connection terminated|connection ended|timeout exceeded when trying to connect|client has encountered a connection error|not queryable|^query read timeout$/i;

/** True if the database is unavailable, as opposed to refusing a statement. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof Problem) return error.code === 'database_unavailable';
  if (error instanceof AggregateError) return error.errors.some(isDatabaseUnavailable);
  const { code } = error as { code?: unknown };
  return (
    (typeof code === 'string' && unreachable.has(code) && isFromDriver(error)) ||
    isPoolerError(error) ||
    connectionMessages.test(error.message)
  );
}

/**
 * PgBouncer reports every problem as a protocol violation and disconnects. PostgreSQL uses that
 * code for an ERROR in a statement, which is our bug.
 */
function isPoolerError(error: Error): boolean {
  const { code, severity } = error as { code?: string; severity?: string };
  return code === '08P01' && severity === 'FATAL';
}

/**
 * File operations have the same error codes. Only those of sockets and PostgreSQL concern the
 * database.
 */
function isFromDriver(error: Error): boolean {
  const {
    syscall = '',
    severity,
    code,
  } = error as { syscall?: string; severity?: string; code?: string };
  if (severity !== undefined) return true;
  return code === 'ENOENT'
    ? syscall === 'connect'
    : /^(connect|read|write|getaddrinfo)$/.test(syscall);
}

/** PostgreSQL appendix A: disk full. */
export const diskFull = '53100';

/** SQLSTATE of a PostgreSQL error. */
export function sqlState(error: unknown): string | undefined {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : undefined;
}

/** Deadlock or serialization failure (class 40): the transaction was rolled back. */
export function isRolledBack(error: unknown): boolean {
  return ['40P01', '40001'].includes(sqlState(error) ?? '');
}

const callerColumns = ['account_id', 'member_id', 'person_id', 'userId'];

/** The write refers to an account, member or user deleted after authentication. */
export function isCallerDeleted(error: unknown): boolean {
  const { constraint, table } = (error ?? {}) as { constraint?: string; table?: string };
  // A composite key refers to something else of the account.
  const isOfCaller = callerColumns.some((column) => constraint === `${table}_${column}_fkey`);
  return sqlState(error) === '23503' && isOfCaller;
}

/**
 * True if a retry may succeed: unavailable, deadlock, timeout or out of resources (classes 40 and
 * 53).
 */
export function isTransientDatabaseError(error: unknown): boolean {
  return isDatabaseUnavailable(error) || /^(40|53)|^(57014|55P03)$/.test(sqlState(error) ?? '');
}

/** `unfit`: settings or the database must change. `unreachable`: a later attempt may succeed. `words` say what to do. */
export type DatabaseError = { kind: 'unfit' | 'unreachable'; words: string };

const states: Readonly<Record<string, DatabaseError>> = {
  '28P01': { kind: 'unfit', words: 'the database rejects the password in DATABASE_URL' },
  '28000': { kind: 'unfit', words: 'the database rejects the user in DATABASE_URL' },
  '3D000': {
    kind: 'unfit',
    words: "the database in DATABASE_URL doesn't exist. Create it first",
  },
  '42501': {
    kind: 'unfit',
    words: 'the user in DATABASE_URL lacks permission. Make it the owner of the database',
  },
  '53300': {
    kind: 'unreachable',
    words:
      "the database has no free connections. Raise max_connections, or lower pool= in the service's DATABASE_URL",
  },
  '25006': {
    kind: 'unreachable',
    words: "the database is read-only: it's a standby, or default_transaction_read_only is on",
  },
  [diskFull]: {
    kind: 'unreachable',
    words: "the database's disk is full. Free some space and try again",
  },
};

/** Messages that distinguish errors with the same code. */
const extensions: readonly [state: string, message: RegExp, words: (name: string) => string][] = [
  [
    '42501',
    /permission denied to create extension "(\w+)"/,
    (name) =>
      `the database lacks the extension ${name}, and the user in DATABASE_URL can't create it. Let a superuser create it (create extension pg_trgm; create extension btree_gin), or grant the user create on the database`,
  ],
  [
    '0A000',
    /extension "(\w+)" is not available/,
    (name) =>
      `the database server doesn't have the extension ${name}. Install PostgreSQL's contrib modules there (included in Debian's postgresql; postgresql-contrib on Red Hat)`,
  ],
];

/** Explains an error of the database or its driver. */
export function describeDatabaseError(error: unknown): DatabaseError | undefined {
  for (let at = error; at instanceof Error; at = at.cause) {
    const state = sqlState(at);
    if (state === undefined) continue;
    const { message } = at;
    for (const [of, form, words] of extensions) {
      const [, name] = (state === of && form.exec(message)) || [];
      if (name) return { kind: 'unfit', words: words(name) };
    }
    return states[state];
  }
  return undefined;
}
