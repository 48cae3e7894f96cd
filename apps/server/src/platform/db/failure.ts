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
  /connection terminated|connection ended|timeout exceeded when trying to connect|client has encountered a connection error|not queryable/i;

/** The database is away, as opposed to having refused what was asked. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError) return error.errors.some(isDatabaseAway);
  const { code } = error as { code?: unknown };
  return (
    (typeof code === 'string' && unreachable.has(code) && isFromDriver(error)) ||
    words.test(error.message)
  );
}

/** ECONNRESET and its kin count only when the database's driver met them; other sockets have their own troubles. */
function isFromDriver(error: Error): boolean {
  const { syscall, severity } = error as { syscall?: string; severity?: string };
  return (
    severity !== undefined ||
    /[\\/]pg(-pool)?[\\/]|connect|read|write/.test(`${error.stack ?? ''}${syscall ?? ''}`)
  );
}

/** SQLSTATE of what PostgreSQL answered. */
export function sqlState(error: unknown): string | undefined {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : undefined;
}
