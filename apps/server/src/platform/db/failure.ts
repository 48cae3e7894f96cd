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
  // PostgreSQL appendix A: connection exceptions, shutdown, crash, too many connections, read-only standby.
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
const words =
  /connection terminated|connection ended|timeout exceeded when trying to connect|client has encountered a connection error|not queryable|^query read timeout$/i;

/** The database is away, as opposed to having refused what was asked. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof Problem) return error.code === 'database_unavailable';
  if (error instanceof AggregateError) return error.errors.some(isDatabaseAway);
  const { code } = error as { code?: unknown };
  return (
    (typeof code === 'string' && unreachable.has(code) && isFromDriver(error)) ||
    isOfPooler(error) ||
    words.test(error.message)
  );
}

/**
 * PgBouncer, whatever is the matter (no server, too long in its queue, it shuts down), closes with a protocol violation;
 * the one that PostgreSQL tells of a statement is an ERROR, and ours.
 */
function isOfPooler(error: Error): boolean {
  const { code, severity } = error as { code?: string; severity?: string };
  return code === '08P01' && severity === 'FATAL';
}

/** The same codes come from files; only sockets and PostgreSQL itself tell of the database. */
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

/** PostgreSQL appendix A: the disk has no room for what is written. */
export const diskFull = '53100';

/** SQLSTATE of what PostgreSQL answered. */
export function sqlState(error: unknown): string | undefined {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : undefined;
}

/** A deadlock, or what could not be serialised with others (PostgreSQL, class 40): nothing of it has happened. */
export function isRolledBack(error: unknown): boolean {
  return ['40P01', '40001'].includes(sqlState(error) ?? '');
}

const ofCaller = ['account_id', 'member_id', 'person_id', 'userId'];

/** What was to be written refers to an account, a member or a person who was let in and has been deleted since. */
export function isCallerGone(error: unknown): boolean {
  const { constraint, table } = (error ?? {}) as { constraint?: string; table?: string };
  // A key of several columns refers to something of the account that is not there.
  const isOfCaller = ofCaller.some((column) => constraint === `${table}_${column}_fkey`);
  return sqlState(error) === '23503' && isOfCaller;
}

/**
 * The same may succeed in a moment: the database is away, somebody waited too long or in a circle, or it lacks room. By
 * their classes: 40 transactions that were rolled back, 53 lack of resources; statement and lock time-outs.
 */
export function isPassing(error: unknown): boolean {
  return isDatabaseAway(error) || /^(40|53)|^(57014|55P03)$/.test(sqlState(error) ?? '');
}
