import { errors } from '@insignia/contract';
import { BackupError } from '../features/backup/index.ts';
import { Problem } from '../kernel/problem.ts';
import { BaseUrlMismatch } from '../platform/db/base-url.ts';
import {
  DataDirectoryInUse,
  describeDatabaseError,
  isDatabaseUnavailable,
  NoDatabaseError,
  OtherAccountError,
  UnfinishedRestoreError,
  UnsupportedDatabaseError,
} from '../platform/db/index.ts';
import { StoreUnavailable } from '../platform/images/index.ts';
import { describeStartError } from './start-error.ts';

/** The kind says who must act: the user of the command, the operator of the service, or the operator of the database. */
export type CommandErrorKind = 'refused' | 'notAllowed' | 'unfit' | 'unreachable' | 'failed';

/** A failure with a one-line message and a remedy. */
export class CommandError extends Error {
  readonly kind: CommandErrorKind;

  constructor(kind: CommandErrorKind, message: string, cause?: unknown) {
    super(message, { cause });
    this.kind = kind;
  }
}

export const createRefusal = (message: string) => new CommandError('refused', message);

export function toCommandError(error: unknown, dataDir: string): CommandError | Error {
  if (error instanceof CommandError) return error;
  const createError = (kind: CommandErrorKind, message: string) =>
    new CommandError(kind, message, error);
  if (error instanceof StoreUnavailable) return createError('unreachable', error.reason);
  if (error instanceof Problem) {
    const details = error.details?.map(({ path, message }) => `${path} ${message}`).join('; ');
    const { status, text } = errors[error.code];
    const isLater = status === 503 || status === 507;
    return createError(isLater ? 'unreachable' : 'refused', details ?? error.text ?? text);
  }
  const setupError = describeSetupError(error);
  if (setupError) return createError(...setupError);
  const databaseError = describeDatabaseError(error);
  if (databaseError) return createError(databaseError.kind, databaseError.words);
  const message = describeStartError(error, dataDir);
  if (isDatabaseUnavailable(error))
    return createError('unreachable', `the database doesn't respond: ${message}`);
  return error instanceof Error ? createError('failed', message) : new Error(String(error));
}

/** Errors caused by the installation. */
function describeSetupError(error: unknown): [kind: CommandErrorKind, message: string] | undefined {
  if (error instanceof NoDatabaseError)
    return ['unfit', `${error.message}. Create it with insignia migrate or insignia start`];
  if (error instanceof BaseUrlMismatch)
    return [
      'unfit',
      `BASE_URL is ${error.baseUrl}, but credentials were issued under ${error.known}. Change it back, or start the service once with BASE_URL_CHANGED=yes`,
    ];
  if (error instanceof UnfinishedRestoreError || error instanceof UnsupportedDatabaseError)
    return ['unfit', error.message];
  if (error instanceof BackupError) return [error.kind, error.message];
  if (error instanceof OtherAccountError) return ['notAllowed', error.message];
  if (error instanceof DataDirectoryInUse) return ['unreachable', error.message];
  return undefined;
}
