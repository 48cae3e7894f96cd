import { createHash } from 'node:crypto';
import { MAX_IMPORTED, MAX_IMPORTED_BYTES } from '@insignia/contract';
import type { ReadDocument } from '@insignia/openbadges';
import { isJwt, isSigned, readValue } from '@insignia/openbadges/either';
import { toAddressKey } from '../../kernel/address-key.ts';
import { newId } from '../../kernel/id.ts';
import { invalid, Problem } from '../../kernel/problem.ts';
import { createPoller, type Database } from '../../platform/db/index.ts';
import { createFairQueue, DEFAULT_MAX_WAIT_MS } from '../../platform/limits/fair-queue.ts';
import type { RateLimit } from '../../platform/limits/throttle.ts';
import type { Logger } from '../../platform/log/index.ts';
import { findOwnAddresses, listAddresses, lockUser } from '../people/index.ts';
import {
  type FileVerdict,
  findOwnCredential,
  isErasedHere,
  isPdf,
  nameSignedBadge,
  runChecks,
  toDisplayText,
  toStorableDate,
  type VerifyDeps,
} from '../verifier/index.ts';
import {
  type CheckedCredential,
  claimDue,
  countHidden,
  countImported,
  type DueImport,
  deleteHidden,
  deleteImportedRow,
  type ImportedRow,
  insertImported,
  markDue,
  postponeCheck,
  recordCheck,
  replaceImported,
} from './imports-store.ts';

export type AddBadgeDeps = VerifyDeps & {
  log: Logger;
  importQueue: ImportQueue;
};

type ImportQueue = { run: <T>(importer: Importer, work: () => Promise<T>) => Promise<T> };

/**
 * Verifications that run at once. Each holds up to 1 MiB and may wait 20 s for other servers, so
 * they are limited per user, and per client against many users of one person.
 */
export function createImportQueue(): ImportQueue {
  const users = createFairQueue({ slots: Number.POSITIVE_INFINITY, slotsPerClient: 2 });
  const clients = createFairQueue({ slots: 32, slotsPerClient: 8 });
  return {
    run({ personId, client }, work) {
      const start = performance.now();
      return users.run(personId, () => {
        const maxWaitMs = Math.max(0, DEFAULT_MAX_WAIT_MS - (performance.now() - start));
        return clients.run(client, work, { maxWaitMs });
      });
    },
  };
}

const hourlyLimit: RateLimit = { name: 'imported-credentials', points: 200, seconds: 3_600 };

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;

export type ImportInput = {
  url?: string | undefined;
  document?: unknown;
  file?: Buffer | undefined;
};
type Importer = { personId: string; client: string };

/** Verifies a credential and stores it with its result. */
export const importCredential = async (
  deps: AddBadgeDeps,
  importer: Importer,
  input: ImportInput,
): Promise<ImportedRow> => (await verifyImport(deps, importer, input)).row;

/** Verifies a credential of an app, which sends it again to update it. Returns true if it is new. */
export async function upsertCredential(
  deps: AddBadgeDeps,
  importer: Importer,
  document: unknown,
  edition: Edition,
): Promise<boolean> {
  try {
    return (await verifyImport(deps, importer, { document }, edition)).isNew;
  } catch (error) {
    // The user has it already.
    if (error instanceof Problem && error.code === 'issued_here') return false;
    throw error;
  }
}

type Edition = CheckedCredential['edition'];
type ImportResult = { row: ImportedRow; isNew: boolean };

/** Replaces the user's copy of the credential if `edition`, which it must have, is given. */
async function verifyImport(
  deps: AddBadgeDeps,
  importer: Importer,
  input: ImportInput,
  edition?: Edition,
): Promise<ImportResult> {
  const sent = [input.url, input.document, input.file].filter((each) => each !== undefined);
  if (sent.length !== 1) throw invalid('file', 'is required, or one of url and document');
  if (input.file && input.file.length > MAX_IMPORTED_BYTES) throw createSizeProblem();
  const { personId } = importer;
  await deps.throttle.take(hourlyLimit, personId);
  return deps.importQueue.run(importer, () => verifyAndStore(deps, importer, input, edition));
}

async function verifyAndStore(
  deps: AddBadgeDeps,
  { personId, client }: Importer,
  input: ImportInput,
  edition: Edition | undefined,
): Promise<ImportResult> {
  const { db, clock } = deps;
  const read = new Map<string, Awaited<ReturnType<ReadDocument>>>();
  const email = await listOwnEmails(deps, personId);
  // All users of a learning platform share its address.
  const payer = edition === undefined ? client : personId;
  const verdict = await runChecks(deps, {
    ...{ ...input, client: payer, email },
    onRead: (url, answer) => void read.set(url, answer),
  });
  if (!verdict) throw invalid('file', 'is required, or one of url and document');
  if (edition !== undefined && verdict.edition !== edition)
    throw new Problem('import_invalid', {
      text: `the credential isn't one of Open Badges ${edition}: send it to the other API`,
    });
  const recipientEmail = toAddressKey(requireOwn(verdict));
  if (await findOwnCredential(deps, verdict)) throw new Problem('issued_here');
  // The issuer erased the data here, and couldn't erase what recipients add.
  if (await isErasedHere(deps, verdict)) throw new Problem('credential_gone');
  const content = chooseContent(input, verdict, read);
  if (content.length > MAX_IMPORTED_BYTES) throw createSizeProblem();
  const now = clock();
  const row = {
    ...{ id: newId(), recipientEmail, checkedAt: now },
    ...toChecked(verdict, ''),
  };
  const identity = hash(nameSignedBadge(verdict.found) ?? content);
  const formerIdentity = hash(verdict.found.id ?? content);
  const isNew = await db.write(async (trx) => {
    if ((await lockUser(trx, personId)) === undefined) throw new Problem('invalid_credentials');
    const checkDue = new Date(now.getTime() + WEEK_MS);
    const saved = { ...row, personId, identity, formerIdentity, content, checkDue };
    if (edition !== undefined && (await replaceImported(trx, saved))) return false;
    if ((await countImported(trx, personId)) >= MAX_IMPORTED)
      throw new Problem('imported_limit_reached');
    if (await insertImported(trx, saved)) return true;
    throw new Problem('import_exists', {
      ...(edition !== undefined && {
        text: 'the user has another credential with this id, of somebody else',
      }),
    });
  });
  return { row: { ...row, source: 'imported' }, isNew };
}

const hash = (value: string | Buffer): Buffer => createHash('sha256').update(value).digest();

export const createSizeProblem = (): Problem =>
  new Problem('body_too_large', { text: 'the credential is larger than 1 MiB' });

/** The user's confirmed addresses as typed, because issuers hash what they know. */
async function listOwnEmails(
  deps: Pick<AddBadgeDeps, 'db' | 'clock'>,
  personId: string,
): Promise<string[]> {
  const own = new Set(await findOwnAddresses(deps.db, personId));
  const addresses = await listAddresses(deps, personId);
  return addresses.flatMap(({ email }) => (own.has(toAddressKey(email)) ? [email] : []));
}

/** Returns the user's address in the credential. Refuses credentials of others, forged and unread ones. */
function requireOwn({ status, checks, issuedTo }: FileVerdict): string {
  const failedCheck = checks.find(
    ({ check, outcome }) =>
      outcome === 'invalid' && !['recipient', 'expiry', 'revocation'].includes(check),
  );
  if (status === 'not_found' || (status !== 'invalid' && !checks.some(isAboutRecipient)))
    throw refuse('import_unverified', checks.find(({ outcome }) => outcome !== 'valid')?.message);
  if (failedCheck) throw refuse('import_invalid', failedCheck.message);
  if (issuedTo === undefined) throw new Problem('not_yours');
  // It has expired, or isn't valid yet, and something else couldn't be checked.
  if (status === 'invalid') throw new Problem('import_unverified');
  return issuedTo;
}

const isAboutRecipient = ({ check }: { check: string }): boolean => check === 'recipient';

/** Adds the reason, which may contain texts of the credential. */
const refuse = (code: 'import_invalid' | 'import_unverified', reason: string | undefined) =>
  new Problem(code, {
    ...(reason !== undefined && {
      details: [{ path: 'credential', message: toDisplayText(reason) }],
    }),
  });

/**
 * The bytes that later checks read: the file, the document, or what was found at the address. A
 * signed credential stays verifiable when its address is gone.
 */
function chooseContent(
  { url = '', document, file }: ImportInput,
  { found }: FileVerdict,
  read: ReadonlyMap<string, Awaited<ReturnType<ReadDocument>>>,
): Buffer {
  // A file may consist of an address.
  if (file && !isUrl(file.toString('latin1', 0, 3_000))) return file;
  if (document !== undefined && !(typeof document === 'string' && isUrl(document)))
    return Buffer.from(typeof document === 'string' ? document : JSON.stringify(document));
  const answers = [...read].flatMap(([address, answer]) =>
    'status' in answer ? [{ address, ...answer }] : [],
  );
  // The credential is read before the lists and keys that it names.
  const source =
    answers.find((answer) => isSelfContained(answer.document)) ??
    answers.find(({ address }) => address === found.id);
  if (source?.document !== undefined)
    return Buffer.from(
      typeof source.document === 'string' ? source.document : JSON.stringify(source.document),
    );
  return Buffer.from(found.id ?? url);
}

/** File extension of stored content. */
export function getExtension(content: Buffer): 'png' | 'pdf' | 'svg' | 'jwt' | 'json' | 'txt' {
  if (content[0] === 0x89) return 'png';
  if (isPdf(content)) return 'pdf';
  const start = content.toString('utf8', 0, 100).trimStart();
  if (start.startsWith('<')) return 'svg';
  if (isJwt(content.toString('latin1'))) return 'jwt';
  return /^[[{]/.test(start) ? 'json' : 'txt';
}

const isSelfContained = (document: unknown): boolean =>
  typeof document === 'string'
    ? isJwt(document) || isSigned(readValue(document))
    : isSigned(document);

const isUrl = (text: string): boolean => /^\s*https?:\/\/\S+\s*$/i.test(text);

/** Texts without control characters, which the database can't store, and dates that it can. */
function toChecked({ edition, status, found }: FileVerdict, known: string): CheckedCredential {
  const { badge, issuer, recipient, issuedOn, expires } = found;
  const text = (value: string | undefined) => (value ? toDisplayText(value) : null);
  return {
    ...{ edition, status, badgeName: text(badge?.name) ?? known },
    ...{ issuerName: text(issuer?.claimedName), recipientName: text(recipient?.name) },
    ...{ issuedOn: toStorableDate(issuedOn), expires: toStorableDate(expires) },
    provenBy: issuer?.provenBy
      ? (Object.fromEntries(
          Object.entries(issuer.provenBy).map(([name, value]) => [
            name,
            typeof value === 'string' ? toDisplayText(value, 2_000) : value,
          ]),
        ) as CheckedCredential['provenBy'])
      : null,
  };
}

export async function deleteImported(
  { db }: Pick<AddBadgeDeps, 'db'>,
  personId: string,
  id: string,
): Promise<void> {
  const isDeleted = await db.write((trx) => deleteImportedRow(trx, personId, id));
  if (!isDeleted) throw new Problem('import_not_found');
}

/** Added credentials of addresses that are no longer the user's. */
export async function countHiddenImports(db: Database, personId: string): Promise<number> {
  return countHidden(db, { personId, addresses: await findOwnAddresses(db, personId) });
}

/**
 * Deletes them if they are as many as the user was asked about. Otherwise returns their number. The lock
 * keeps those of an address that is being confirmed.
 */
export async function deleteHiddenImports(
  db: Database,
  personId: string,
  expected: number,
): Promise<number | undefined> {
  return db.write(async (trx) => {
    await lockUser(trx, personId);
    const owner = { personId, addresses: await findOwnAddresses(trx, personId) };
    const count = await countHidden(trx, owner);
    if (count !== expected) return count;
    await deleteHidden(trx, owner);
    return undefined;
  });
}

/** A claim longer than any check takes. A crashed process leaves the credential due again. */
const CLAIM_MS = 5 * 60_000;
const CHECK_EVERY_MS = 60_000;
/** Wakes the checks of this process. */
const rechecksWork = 'imported-checks';
/** One that couldn't be checked is tried again sooner. */
const RETRY_MS = DAY_MS;
/** How long others go first, as a multiple of the time that a user's check took. */
const REST_FACTOR = 50;

/** Verifies stored credentials again: weekly, and when someone sees an older result. */
export type Rechecks = {
  /** Call this with what was shown. Returns at once. */
  noteShown: (rows: readonly ImportedRow[]) => void;
  stop: () => Promise<void>;
};

export function startRechecks(deps: AddBadgeDeps): Rechecks {
  const { db, clock, log, urls } = deps;
  const stopping = new AbortController();
  const warn = (error: Error) =>
    log.warn({ reason: error.message }, 'an imported credential was not checked again');
  const getClaimEnd = (now: Date) => new Date(now.getTime() + CLAIM_MS);
  /** Users whose slow servers must not hold up the others, and when their turn comes again. */
  const resting = new Map<string, number>();
  const claim = (except: string[]) => {
    const now = clock();
    return db.write((trx) => claimDue(trx, { now, until: getClaimEnd(now), except }));
  };
  const claimNext = async (): Promise<DueImport | undefined> => {
    for (const [personId, end] of resting) if (end <= performance.now()) resting.delete(personId);
    const due = await claim([...resting.keys()]);
    return due || resting.size === 0 ? due : claim([]);
  };
  const runDue = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const due = await claimNext();
      if (!due) return;
      const started = performance.now();
      await recheck(deps, due, stopping.signal).catch(warn);
      const ended = performance.now();
      resting.set(due.personId, ended + REST_FACTOR * (ended - started));
    }
  };
  // The poller's rest ends at once if a credential was shown during the last search for due ones.
  const poller = createPoller(db.signals, [rechecksWork], { pollMs: CHECK_EVERY_MS });
  const loop = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await poller.rest();
      await runDue().catch(warn);
    }
  };
  // Nobody sees them while My credentials is off.
  const running = urls.my ? loop() : undefined;
  return {
    noteShown(rows) {
      const now = clock();
      const before = new Date(now.getTime() - DAY_MS);
      const ids = rows.filter(({ checkedAt }) => checkedAt < before).map(({ id }) => id);
      if (ids.length > 0)
        void markDue(db, ids, { now, before, until: getClaimEnd(now) }).then(
          () => db.signals.wakeLocal([rechecksWork]),
          warn,
        );
    },
    async stop() {
      stopping.abort();
      poller.end();
      await running;
    },
  };
}

async function recheck(
  deps: AddBadgeDeps,
  { id, personId, content, badgeName, address }: DueImport,
  signal: AbortSignal,
): Promise<void> {
  const email = await listOwnEmails(deps, personId);
  // The address isn't the user's now, but may be again. Until then, nobody sees the result.
  if (!email.some((own) => toAddressKey(own) === address))
    return postponeCheck(deps.db, id, new Date(deps.clock().getTime() + WEEK_MS));
  const client = `imports of ${personId}`;
  const verdict = await runChecks(deps, { file: content, client, email, signal });
  if (!verdict || signal.aborted) return;
  const now = deps.clock();
  const waitMs = verdict.status === 'unknown' ? RETRY_MS : WEEK_MS;
  const isRead = verdict.found.badge?.name !== undefined;
  const due = new Date(now.getTime() + waitMs);
  const checked = { ...toChecked(verdict, badgeName), contentHash: hash(content) };
  await recordCheck(deps.db, id, { ...checked, isRead, now, due });
}
