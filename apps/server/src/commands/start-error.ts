import { describeDatabaseError, isDatabaseUnavailable, sqlState } from '../platform/db/index.ts';

/** Explains a failed start in one line with the remedy. `dataDir` is empty if not needed. */
export function describeStartError(error: unknown, dataDir: string): string {
  const { code, path = '', message } = error as NodeJS.ErrnoException;
  if (['EROFS', 'EACCES', 'EPERM'].includes(code ?? '') && dataDir && path.startsWith(dataDir))
    return `DATA_DIR ${dataDir} isn't writable (${code} at ${path}). Give it to the account that runs Insignia, or set another DATA_DIR`;
  if (code === 'ENOSPC')
    return `the disk of ${path || dataDir} is full. Free some space and start again`;
  if (code === 'EMFILE' || code === 'ENFILE')
    return 'too few file descriptors. Raise the limit (ulimit -n 4096, or LimitNOFILE= of the service)';
  if (sqlState(error) === '08P01' && /startup parameter/.test(message))
    return 'DATABASE_URL uses PgBouncer. Add pgbouncer=true to it';
  return describeListenError(error as ListenError) ?? describeDatabaseStartError(error) ?? message;
}

function describeDatabaseStartError(error: unknown): string | undefined {
  const known = describeDatabaseError(error);
  if (known || !isDatabaseUnavailable(error)) return known?.words;
  const { message, code } = error as NodeJS.ErrnoException;
  // For a name with several addresses, only the code is available.
  return `the database doesn't respond (${message || code}). Check DATABASE_URL and whether the database is running`;
}

type ListenError = NodeJS.ErrnoException & { address?: string; port?: number };

const listenRemedies: Readonly<Record<string, [fault: string, remedy: string]>> = {
  EADDRINUSE: [
    'is in use',
    'stop the process that listens there, or set another PORT or METRICS_PORT',
  ],
  EADDRNOTAVAIL: ["isn't an address of this machine", 'set HOST to an address of this machine'],
  EACCES: ["isn't permitted", 'set a PORT from 1024 on, with a proxy before it'],
};

function describeListenError({
  syscall,
  code = '',
  address,
  port,
}: ListenError): string | undefined {
  const [reason, remedy] = (syscall === 'listen' && listenRemedies[code]) || [];
  return reason && `${address}:${port} ${reason} (${code}): ${remedy}`;
}

/** Clients, receivers and database connections take one each. */
const MIN_DESCRIPTORS = 1_024;

/**
 * Warns about a low descriptor limit in `/proc/self/limits`. Undefined if it is sufficient or
 * unknown.
 */
export function findDescriptorWarning(limits: string): string | undefined {
  const soft = Number(/^Max open files +(\d+)/m.exec(limits)?.[1] ?? MIN_DESCRIPTORS);
  return soft < MIN_DESCRIPTORS
    ? `only ${soft} files and connections can be open at once. Raise the limit to 4096 or more (ulimit -n, or LimitNOFILE= of the service)`
    : undefined;
}
