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
  /** False if the file has no criteria, so that `criteria` is a stand-in. */
  hasCriteria: boolean;
  image: string | null;
};

/** How to read numeric dates of a file. */
export type DateOrder = 'month-first' | 'day-first' | 'unknown';

/** Within this time of its end, a migration can be undone. */
const UNDO_MS = 30 * 86_400_000;

export type MoveInStatus = 'queued' | 'running' | 'completed' | 'failed' | 'undoing' | 'undone';

/** Times in epoch milliseconds. */
type Undoable = { status: MoveInStatus; dryRun: boolean; finishedAt: number | null };

export function findUndoEnd({ status, dryRun, finishedAt }: Undoable): number | null {
  return dryRun || status !== 'completed' || finishedAt === null ? null : finishedAt + UNDO_MS;
}

/** Undoing again changes nothing. */
export function decideUndo(
  migration: Undoable,
  now: number,
): { refuse: 'migration_not_undoable' } | { starts: boolean } {
  if (migration.status === 'undoing' || migration.status === 'undone') return { starts: false };
  const end = findUndoEnd(migration);
  return end !== null && now <= end ? { starts: true } : { refuse: 'migration_not_undoable' };
}
