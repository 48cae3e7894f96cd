/** Whose turn it is: whoever gave the command, or whoever runs the disk or bucket. */
export type BackupFaultKind = 'refused' | 'unreachable';

/** Why nothing was backed up or restored, in a line with the remedy. */
export class BackupFault extends Error {
  readonly kind: BackupFaultKind;

  constructor(kind: BackupFaultKind, message: string, cause?: unknown) {
    super(message, { cause });
    this.kind = kind;
  }
}

export const damaged = (what: string, place: string): BackupFault =>
  new BackupFault('refused', `${what} in ${place} is damaged or not whole: take another backup`);
