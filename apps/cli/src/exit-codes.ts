/** How commands end; docs/command-line.md has the table. */
export const exitCodes = {
  done: 0,
  /** The service, or the command line itself, is at fault. */
  failed: 1,
  /** Commands, arguments or options that there are not. */
  usage: 2,
  /** No key, an unknown one, or one that may not do this. */
  notAllowed: 3,
  /** What was given cannot be done as it is: a fault in a field, nothing there, a limit reached. */
  refused: 4,
  /** No answer, or the service says that it cannot work now. */
  unreachable: 5,
  /** It was done, but not for all: rows of a file had faults. */
  inPart: 6,
  /** A credential that was verified is not valid. */
  notValid: 7,
  /** Settings with faults, or a database of another version than this program. */
  unfit: 8,
  /** `doctor` found what will become a fault. */
  warnings: 9,
  /** `doctor` found a fault. */
  faults: 10,
  /** Ctrl-C, SIGTERM or SIGHUP. */
  interrupted: 130,
} as const;

/** By the HTTP status of a refusal; 0 is none. */
export function exitCodeOf(status: number): number {
  if (status === 0 || status === 503 || status === 507) return exitCodes.unreachable;
  if (status === 401 || status === 403) return exitCodes.notAllowed;
  return status >= 400 && status < 500 ? exitCodes.refused : exitCodes.failed;
}
