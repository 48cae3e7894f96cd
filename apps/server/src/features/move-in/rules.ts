import type { MigrationSource } from '@insignia/contract';

/** Sources whose files are the badges themselves. */
export type BadgeSource = Extract<MigrationSource, 'openbadges2' | 'openbadges3'>;
/** Sources whose files are exports with a row for each credential. */
export type ExportSource = Exclude<MigrationSource, BadgeSource>;

export const isBadgeSource = (source: MigrationSource): source is BadgeSource =>
  source === 'openbadges2' || source === 'openbadges3';

/** Content of a column of an export. */
export type MovedField =
  | 'badgeName'
  | 'badgeId'
  | 'description'
  | 'criteria'
  | 'image'
  | 'name'
  | 'firstName'
  | 'middleName'
  | 'lastName'
  | 'email'
  | 'issuedOn'
  | 'expires'
  | 'url'
  | 'id'
  | 'issuer'
  | 'status'
  | 'narrative'
  | 'evidence';

/** Positions of the columns that a source's file has. */
export type MovedColumns = Partial<Record<MovedField, number>>;

/** A badge of the file. Rows with the same key have the same badge. */
export type MovedBadge = {
  key: string;
  name: string;
  description: string;
  criteria: string;
  /** URL of the badge's issuer at the other service, if the badge states one. */
  issuerUrl: string | null;
  /** False if the file has no criteria, so that `criteria` is a stand-in. */
  hasCriteria: boolean;
  image: string | null;
};

/** How to read numeric dates of a file. */
export type DateOrder = 'month-first' | 'day-first' | 'unknown';

/** Within this time of its end, a migration can be undone. */
const UNDO_MS = 30 * 86_400_000;

type UndoStatus = 'undoing' | 'undone';
export type MoveInStatus =
  | 'queued'
  | 'running'
  | 'paused'
  | 'completed'
  | 'failed'
  | 'cancelled'
  | UndoStatus;

/** Times in epoch milliseconds. */
type Undoable = {
  status: MoveInStatus;
  dryRun: boolean;
  createdAt: number;
  finishedAt: number | null;
};

const finalStatuses: MoveInStatus[] = ['completed', 'failed', 'cancelled', 'undone'];

export const isFinalStatus = (status: MoveInStatus): boolean => finalStatuses.includes(status);

const undoableStatuses: MoveInStatus[] = ['paused', 'completed', 'failed', 'cancelled'];

/** Counts from the start of a paused migration, which is canceled long before. */
export function findUndoEnd({ status, dryRun, createdAt, finishedAt }: Undoable): number | null {
  return dryRun || !undoableStatuses.includes(status) ? null : (finishedAt ?? createdAt) + UNDO_MS;
}

export const isUndoStatus = (status: MoveInStatus): status is UndoStatus =>
  status === 'undoing' || status === 'undone';

/** Undoing again changes nothing. */
export function decideUndo(
  migration: Undoable,
  now: number,
): { refuse: 'migration_not_undoable' } | { status: UndoStatus } {
  if (isUndoStatus(migration.status)) return { status: migration.status };
  const end = findUndoEnd(migration);
  return end !== null && now <= end ? { status: 'undoing' } : { refuse: 'migration_not_undoable' };
}
