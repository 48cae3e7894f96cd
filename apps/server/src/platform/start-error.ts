import { describeDatabaseError, isDatabaseUnavailable, sqlState } from './db/index.ts';

/** Explains a failed start in one line with the remedy. `dataDir` is empty if not needed. */
export function describeStartError(error: unknown, dataDir: string): string {
  const { code, path = '', message } = error as NodeJS.ErrnoException;
  if (['EROFS', 'EACCES', 'EPERM'].includes(code ?? '') && dataDir && path.startsWith(dataDir))
    return `DATA_DIR ${dataDir} cannot be written (${code} at ${path}): give it to the account that runs Insignia, or set another DATA_DIR`;
  if (code === 'ENOSPC') return `the disk of ${path || dataDir} is full: make room and start again`;
  if (code === 'EMFILE' || code === 'ENFILE')
    return 'there are too few file descriptors: raise the limit (ulimit -n 4096, or LimitNOFILE= of the service)';
  if (sqlState(error) === '08P01' && /startup parameter/.test(message))
    return 'DATABASE_URL leads through PgBouncer: add pgbouncer=true to it';
  return describeListenError(error as ListenError) ?? describeDatabaseStartError(error) ?? message;
}

function describeDatabaseStartError(error: unknown): string | undefined {
  const known = describeDatabaseError(error);
  if (known || !isDatabaseUnavailable(error)) return known?.words;
  const { message, code } = error as NodeJS.ErrnoException;
  // For a name with several addresses, only the code is available.
  return `the database does not answer (${message || code}): look at DATABASE_URL, and whether the database runs`;
}

type ListenError = NodeJS.ErrnoException & { address?: string; port?: number };

const listenRemedies: Readonly<Record<string, [fault: string, remedy: string]>> = {
  EADDRINUSE: ['is taken', 'stop what listens there, or set another PORT or METRICS_PORT'],
  EADDRNOTAVAIL: ['is not here', 'set HOST to an address of this machine'],
  EACCES: ['may not be listened at', 'set a PORT from 1024 on, with a proxy before it'],
};

function describeListenError({
  syscall,
  code = '',
  address,
  port,
}: ListenError): string | undefined {
  const [fault, remedy] = (syscall === 'listen' && listenRemedies[code]) || [];
  return fault && `${address}:${port} ${fault} (${code}): ${remedy}`;
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
    ? `only ${soft} files and connections may be open at once: raise the limit to 4096 or more (ulimit -n, or LimitNOFILE= of the service)`
    : undefined;
}
