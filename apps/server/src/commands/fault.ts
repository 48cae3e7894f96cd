import { errors } from '@insignia/contract';
import { Problem } from '../kernel/problem.ts';
import { BackupFault } from '../platform/backup/index.ts';
import { OtherBaseUrl } from '../platform/base-url.ts';
import {
  AnotherAccount,
  DataDirectoryInUse,
  databaseFault,
  HalfRestored,
  isDatabaseAway,
  NoDatabaseYet,
  UnfitDatabase,
} from '../platform/db/index.ts';
import { StoreAway } from '../platform/images/index.ts';
import { startFault } from '../platform/start-fault.ts';

/**
 * Who must act: the user of the command, the operator of the service, or the operator of the
 * database.
 */
export type FaultKind = 'refused' | 'notAllowed' | 'unfit' | 'unreachable' | 'failed';

/** A failure with a one-line message and a remedy. */
export class CommandFault extends Error {
  readonly kind: FaultKind;

  constructor(kind: FaultKind, message: string, cause?: unknown) {
    super(message, { cause });
    this.kind = kind;
  }
}

export const refused = (message: string) => new CommandFault('refused', message);

export function faultOf(error: unknown, dataDir: string): CommandFault | Error {
  if (error instanceof CommandFault) return error;
  const fault = (kind: FaultKind, message: string) => new CommandFault(kind, message, error);
  if (error instanceof StoreAway) return fault('unreachable', error.told);
  if (error instanceof Problem) {
    const details = error.details?.map(({ path, message }) => `${path} ${message}`).join('; ');
    const { status, text } = errors[error.code];
    const isLater = status === 503 || status === 507;
    return fault(isLater ? 'unreachable' : 'refused', details ?? error.text ?? text);
  }
  const told = operatorsFault(error);
  if (told) return fault(...told);
  const ofDatabase = databaseFault(error);
  if (ofDatabase) return fault(ofDatabase.kind, ofDatabase.words);
  const message = startFault(error, dataDir);
  if (isDatabaseAway(error))
    return fault('unreachable', `the database does not answer: ${message}`);
  return error instanceof Error ? fault('failed', message) : new Error(String(error));
}

/** Errors caused by the installation. */
function operatorsFault(error: unknown): [kind: FaultKind, message: string] | undefined {
  if (error instanceof NoDatabaseYet)
    return ['unfit', `${error.message}: insignia migrate makes it, insignia start too`];
  if (error instanceof OtherBaseUrl)
    return [
      'unfit',
      `BASE_URL is ${error.baseUrl}, but credentials were issued under ${error.known}: set it back, or start the service with BASE_URL_CHANGED=yes first`,
    ];
  if (error instanceof HalfRestored || error instanceof UnfitDatabase)
    return ['unfit', error.message];
  if (error instanceof BackupFault) return [error.kind, error.message];
  if (error instanceof AnotherAccount) return ['notAllowed', error.message];
  if (error instanceof DataDirectoryInUse) return ['unreachable', error.message];
  return undefined;
}
