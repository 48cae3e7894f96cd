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
