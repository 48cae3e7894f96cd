/** Who must act: the user of the command, or the operator of the disk or bucket. */
export type BackupFaultKind = 'refused' | 'unreachable';

/** A failed backup or restore, with a one-line message and a remedy. */
export class BackupFault extends Error {
  readonly kind: BackupFaultKind;

  constructor(kind: BackupFaultKind, message: string, cause?: unknown) {
    super(message, { cause });
    this.kind = kind;
  }
}

export const damaged = (what: string, place: string): BackupFault =>
  new BackupFault('refused', `${what} in ${place} is damaged or not whole: take another backup`);
