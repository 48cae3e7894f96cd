/** Exit codes, documented in docs/use/command-line.md. */
export const exitCodes = {
  done: 0,
  /** An error of the server or of this program. */
  failed: 1,
  /** Unknown commands, arguments or options. */
  usage: 2,
  /** No API key, an unknown one, or one without permission. */
  notAllowed: 3,
  /** The request is invalid: a field error, a missing resource, or a limit. */
  refused: 4,
  /** No response, or the server is unavailable. */
  unreachable: 5,
  /** Partly done: some rows had errors. */
  inPart: 6,
  /** The verified credential isn't valid. */
  notValid: 7,
  /** Invalid settings, or a database of another version. */
  unfit: 8,
  /** `doctor` found warnings. */
  warnings: 9,
  /** `doctor` found errors. */
  faults: 10,
  /** Ctrl-C, SIGTERM or SIGHUP. */
  interrupted: 130,
} as const;

/** Maps an HTTP status to an exit code. 0 means no response. */
export function exitCodeForStatus(status: number): number {
  if (status === 0 || status === 503 || status === 507) return exitCodes.unreachable;
  if (status === 401 || status === 403) return exitCodes.notAllowed;
  return status >= 400 && status < 500 ? exitCodes.refused : exitCodes.failed;
}
