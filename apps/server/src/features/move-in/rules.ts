import type {
  ImportRowError,
  MigrationErrorReason,
  MigrationMode,
  MigrationSource,
} from '@insignia/contract';
import type { ProvenBy } from '@insignia/openbadges/shared';

/** Sources whose files are the badges themselves. */
export type BadgeSource = Extract<MigrationSource, 'openbadges2' | 'openbadges3'>;
/** Sources whose files are exports with a row for each credential. */
export type ExportSource = Exclude<MigrationSource, BadgeSource>;

export const isBadgeSource = (source: MigrationSource): source is BadgeSource =>
  source === 'openbadges2' || source === 'openbadges3';

/** Whether each row is the badge itself, which is verified: a file of badges, or the links of an export. */
export const hasOriginals = ({ source, mode }: { source: MigrationSource; mode: MigrationMode }) =>
  isBadgeSource(source) || mode === 'hold';

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
  /** Columns that earlier releases read as the ID. */
  | 'formerId'
  | 'issuer'
  | 'status'
  | 'narrative'
  | 'evidence';

/** Positions of the columns that a source's file has. */
export type MovedColumns = Partial<Record<MovedField, number>>;

/** A badge of the file. Rows with the same key have the same badge. */
export type MovedBadge = {
  key: string;
  /** The key that earlier releases gave it, without its criteria. Absent if it's the same. */
  formerKey?: string | undefined;
  name: string;
  description: string;
  criteria: string;
  /** URL of the badge's issuer at the other service, if the badge states one. */
  issuerUrl: string | null;
  /** False if the file has no criteria, so that `criteria` is a stand-in. */
  hasCriteria: boolean;
  /** Hash of `criteria`. */
  criteriaHash: Buffer;
  image: string | null;
};

/** Errors of a whole row are sentences with a reason. Screens show texts of their own for it. */
export type MovedRowError = ImportRowError & { reason?: MigrationErrorReason };

/** A badge that is created, by what later badges of the file are compared with. */
export type PlannedBadge = Pick<MovedBadge, 'name' | 'criteriaHash'>;

/** A name for the badge that is created for a badge of the file alone. */
export const nameCreated = ({ name, criteriaHash }: PlannedBadge): string =>
  `${name}\n${criteriaHash.toString('hex')}`;

/**
 * Ids of badges that exist by key of the file, or a name for the badge that is created. Badges of one name share it if
 * their criteria are the same, or if the file has none. `planned` were created before.
 */
export function planBadges(
  badges: readonly MovedBadge[],
  known: ReadonlyMap<string, string>,
  planned: readonly PlannedBadge[],
): Map<string, string> {
  const created = planned.map((each) => ({ name: each.name, target: nameCreated(each) }));
  const targets = new Map<string, string>();
  const ordered = [
    ...badges.filter(({ hasCriteria }) => hasCriteria),
    ...badges.filter(({ hasCriteria }) => !hasCriteria),
  ];
  for (const badge of ordered) {
    const own = nameCreated(badge);
    const match = created.find(
      ({ name, target }) => name === badge.name && (!badge.hasCriteria || target === own),
    );
    const target = known.get(badge.key) ?? match?.target ?? own;
    targets.set(badge.key, target);
    if (target === own && !match) created.push({ name: badge.name, target });
  }
  return targets;
}

/** Signer or host of a badge, by a proven identifier. */
export type BadgeSigner = {
  signer: string;
  /** The host that vouches for the signer. Null for a bare key, which anyone can create. */
  host: string | null;
};

/** Whether a row's identity is new, of the same recipient and badge, or of another recipient or badge. */
export type KnownIdentity = 'new' | 'same' | 'other';

/** A row with the hash that identifies its credential, and the address key of its recipient. */
export type IdentifiedRow = {
  identity: Buffer;
  address: string;
  /** Id of its badge, or a name while it has no id. Absent in offers. */
  badgeId?: string;
};

/**
 * Divides rows into those that aren't known yet, and those whose identity has another recipient or badge,
 * in `known` or in an earlier row. The rest repeat a row.
 */
export function divideRows<Row extends IdentifiedRow>(
  rows: readonly Row[],
  known: readonly KnownIdentity[],
): { fresh: Row[]; conflicts: Row[] } {
  const seen = new Map<string, Row>();
  const fresh: Row[] = [];
  const conflicts: Row[] = [];
  for (const [at, row] of rows.entries()) {
    const key = row.identity.toString('hex');
    const earlier = seen.get(key);
    if (known[at] !== 'other' && !earlier) seen.set(key, row);
    // A row with the recipient's earlier address may be beside one with the new address.
    if (known[at] === 'same') continue;
    if (known[at] === 'other' || (earlier && differs(earlier, row))) conflicts.push(row);
    else if (!earlier) fresh.push(row);
  }
  return { fresh, conflicts };
}

const differs = (a: IdentifiedRow, b: IdentifiedRow): boolean =>
  a.address !== b.address || a.badgeId !== b.badgeId;

const MAX_SIGNER_LENGTH = 1_000;

/**
 * Identifier of a proven issuer. Undefined if nothing proves it: a key that the badge itself carries
 * proves nobody. It has no spaces, so that a list of identifiers can be separated by them.
 */
export function nameProvenSigner(
  id: string | undefined,
  provenBy: ProvenBy | undefined,
): string | undefined {
  const name = provenBy && readIdentifier(id, provenBy);
  const isListable = /^[\x21-\x7e]+$/.test(name ?? '') && (name ?? '').length <= MAX_SIGNER_LENGTH;
  return isListable ? name : undefined;
}

function readIdentifier(id: string | undefined, provenBy: ProvenBy): string | undefined {
  if (provenBy.by === 'did:key') return `did:key:${provenBy.key}`;
  if (provenBy.by === 'jwk') return undefined;
  if (id !== undefined && /^https?:/i.test(id)) return URL.parse(id)?.href;
  // A profile without an address of its own is on the host that contains it.
  return provenBy.by === 'hosted'
    ? `${provenBy.encrypted ? 'https' : 'http'}://${provenBy.host}/`
    : id;
}

type SignerChoice = {
  source: MigrationSource;
  mode: MigrationMode;
  dryRun: 'true' | 'false';
  signers?: string | undefined;
};

/** The signers whose badges are reissued, null if nobody has to choose, or why the choice is wrong. */
export function readSigners({
  source,
  mode,
  dryRun,
  signers,
}: SignerChoice): { signers: string[] | null } | { error: string } {
  if (mode === 'hold' || !isBadgeSource(source))
    return signers === undefined
      ? { signers: null }
      : { error: 'must be absent, unless Open Badges are issued again' };
  const chosen = (signers ?? '').split(' ').filter(Boolean);
  if (chosen.length > 0) return { signers: chosen };
  return dryRun === 'true' && signers === undefined
    ? { signers: null }
    : { error: 'is required to issue Open Badges again. Choose signers that a dry run reports' };
}

/** How to read numeric dates of a file. */
export type ExportDateOrder = 'month-first' | 'day-first' | 'unknown';

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
