/** `refused`: the user of the command must act. `unreachable`: the operator of the disk or bucket. */
export type BackupErrorKind = 'refused' | 'unreachable';

/** A failed backup or restore, with a one-line message and a remedy. */
export class BackupError extends Error {
  readonly kind: BackupErrorKind;

  constructor(kind: BackupErrorKind, message: string, cause?: unknown) {
    super(message, { cause });
    this.kind = kind;
  }
}

export const damagedBackup = (what: string, place: string): BackupError =>
  new BackupError('refused', `${what} in ${place} is damaged or incomplete. Use another backup`);
