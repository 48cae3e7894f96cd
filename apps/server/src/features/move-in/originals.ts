import { createHash } from 'node:crypto';
import {
  type createImportRowSchema,
  emailSchema,
  formatIsoDay,
  type ImportRowError,
  MAX_IMPORTED_BYTES,
  type MigrationMode,
  type MigrationSource,
} from '@insignia/contract';
import type { Answer } from '@insignia/openbadges';
import type { Json } from '@insignia/openbadges/shared';
import { toAddressKey } from '../../kernel/address-key.ts';
import { newId } from '../../kernel/id.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Urls } from '../../kernel/urls.ts';
import type { Outbound } from '../../platform/outbound/index.ts';
import {
  type FileVerdict,
  findVouchingHost,
  nameSignedBadge,
  runChecks,
  toDisplayText,
  toStorableDate,
  type VerifyDeps,
} from '../verifier/index.ts';
import type { BadgeCells } from './badge-files.ts';
import {
  findOriginalAssertion,
  findSigned,
  readDetails,
  readEmail,
  readWork,
} from './read-original.ts';
import { checkBadge, checkFields, isLink, type MovedRow } from './read-rows.ts';
import { failRow, findReason } from './row-errors.ts';
import {
  type BadgeSigner,
  isBadgeSource,
  type MovedBadge,
  type MovedRowError,
  nameProvenSigner,
} from './rules.ts';

/** Rows that are verified at once. Each may wait 20 s for other servers. */
export const MAX_VERIFIED_ROWS = 8;

export type OriginalDeps = {
  verify: VerifyDeps;
  schema: ReturnType<typeof createImportRowSchema>;
};
const TIMEOUT_MS = 20_000;
type Row = { row: number; cells: string[] };
type Order = {
  accountId: string;
  source: MigrationSource;
  mode: MigrationMode;
  /** Signers whose badges may be issued again. Null: any. */
  signers: readonly string[] | null;
};

/**
 * Verifies badges and reads what their credentials need. Rows are absent from the result if this
 * process was too busy to examine them. Fails if nothing is known about any row, nor in `decided`.
 */
export async function readOriginals(
  { verify, schema }: OriginalDeps,
  { accountId, source, mode, signers }: Order,
  rows: readonly Row[],
  decided: ReadonlyMap<number, MovedRow> = new Map(),
): Promise<Map<number, MovedRow>> {
  const client = `migrations of ${accountId}`;
  const outbound = fetchOnce(verify.outbound);
  const read = new Map(decided);
  let busy: Problem | undefined;
  await Promise.all(
    rows.map(async ({ row, cells }) => {
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      const context = { source, mode, signers, client, signal };
      try {
        const deps = { ...verify, outbound };
        read.set(row, await readOriginal(deps, schema, context, cells as BadgeCells));
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        if (error.code === 'invalid_request') read.set(row, describeProblem(error));
        else if (signal.aborted) read.set(row, failRow('timeout', lateMessage));
        else busy = error;
      }
    }),
  );
  if (busy && read.size === 0) throw busy;
  return read;
}

const describeProblem = ({ details: [detail] = [] }: Problem): MovedRow =>
  failRow('malformed', detail ? `The badge ${detail.message}.` : emptyMessage);

/** Badges of one file share their badge classes and issuers, which are fetched once at a time. */
function fetchOnce(outbound: Outbound): Outbound {
  const answers = new Map<string, ReturnType<Outbound['send']>>();
  return {
    ...outbound,
    send(target, { signal: _, ...request }) {
      const key = `${request.method} ${target.origin}${target.path}`;
      const answer = answers.get(key) ?? outbound.send(target, request);
      answers.set(key, answer);
      return answer;
    },
  };
}

type Context = Omit<Order, 'accountId'> & { client: string; signal: AbortSignal };
/** Links of exports lead to badges of any version. */
const editions: Partial<Record<MigrationSource, FileVerdict['edition']>> = {
  openbadges2: '2.0',
  openbadges3: '3.0',
};

async function readOriginal(
  deps: VerifyDeps,
  schema: OriginalDeps['schema'],
  context: Context,
  cells: BadgeCells,
): Promise<MovedRow> {
  const verified = await verifyOriginal(deps, context, cells);
  if (!('verdict' in verified)) return verified;
  if (context.mode === 'hold') return toOffer(verified);
  const signer = findSigner(verified.verdict, context.signers);
  return 'errors' in signer
    ? signer
    : toCredential(verified, signer, schema, deps.clock().getTime());
}

/** The signer, whose badges somebody chose to issue again: the new credentials are another issuer's. */
function findSigner(
  { found: { issuer } }: FileVerdict,
  chosen: Order['signers'],
): BadgeSigner | { errors: MovedRowError[] } {
  const signer = nameProvenSigner(issuer?.id, issuer?.provenBy);
  if (signer === undefined) return failRow('signer_unproven', unprovenMessage);
  if (chosen && !chosen.includes(signer))
    return failRow('signer_not_chosen', `This badge is by ${signer}, which you didn’t choose.`);
  return { signer, host: findVouchingHost(issuer?.provenBy) ?? null };
}

/** A badge that counts, with what its credential or offer needs. */
type VerifiedBadge = {
  verdict: FileVerdict;
  original: Json;
  badge: MovedBadge | { error: string };
  recipient: { name: string; email: string };
  /** Whether someone typed the recipient's address, so that the verifier compared it. */
  isTyped: boolean;
  identity: Buffer;
  formerIdentity: Buffer;
  text: string;
};

/** A badge that was verified, or why it can't be moved in. */
async function verifyOriginal(
  deps: VerifyDeps,
  { source, client, signal }: Context,
  [, name, email, text]: BadgeCells,
): Promise<VerifiedBadge | MovedRow> {
  if (isOwn(text, deps.urls)) return failRow('issued_here', ownMessage);
  const read = new Map<string, unknown>();
  const verdict = await runChecks(deps, {
    ...{ document: text, client, signal, email: email || undefined },
    onRead: (url, answer) => void read.set(url, getDocument(answer)),
  });
  if (!verdict) return failRow('no_badge', emptyMessage);
  const refusal = refuseVerdict(verdict, source, deps);
  if (refusal) return refusal;
  const { found, edition } = verdict;
  const fetched = [...read.values()];
  // A document elsewhere may name the same id.
  const original =
    edition === '2.0'
      ? findOriginalAssertion([read.get(found.id ?? ''), ...fetched, text], found.id)
      : findSigned([text, ...fetched]);
  if (!original) return failRow('no_badge', emptyMessage);
  return {
    ...{ verdict, original, text, isTyped: email !== '' },
    badge: checkBadge({
      ...readDetails(original, (url) => read.get(url)),
      issuerUrl: readLink(found.issuer?.id),
      standIn: 'The original badge doesn’t state its criteria.',
    }),
    recipient: {
      name: name || (found.recipient?.name ?? ''),
      email: email || readEmail(original),
    },
    identity: hash(nameSignedBadge(found) ?? text),
    formerIdentity: hash(found.id ?? text),
  };
}

const hash = (name: string): Buffer => createHash('sha256').update(`openbadges\n${name}`).digest();

/** Revoked badges are skipped, and others that don't count are refused. */
function refuseVerdict(
  verdict: FileVerdict,
  source: MigrationSource,
  { urls, clock }: VerifyDeps,
): MovedRow | undefined {
  const { found, edition, status } = verdict;
  if (found.id !== undefined && isOwn(found.id, urls)) return failRow('issued_here', ownMessage);
  // A revoked badge may lack anything else.
  if (status === 'revoked') return { isEnded: true };
  const problem = findProblem(verdict, clock().getTime());
  const isLeadingNowhere = !isBadgeSource(source) && !found.badge && !found.issuer;
  if (problem && isLeadingNowhere) return failRow('no_badge', `${problem.message} ${sendFile}`);
  if (problem) return failRow(problem.reason, problem.message);
  return edition === (editions[source] ?? edition)
    ? undefined
    : failRow(
        'other_version',
        `This is a badge of Open Badges ${edition}. Choose this version as the source.`,
      );
}

function toCredential(
  { verdict: { found }, original, badge, recipient, ...named }: VerifiedBadge,
  signer: BadgeSigner,
  schema: OriginalDeps['schema'],
  now: number,
): MovedRow {
  const fields = checkFields(
    {
      ...{ ...recipient, ...readWork(original) },
      ...{ issuedOn: toIso(found.issuedOn), expires: toIso(found.expires) },
    },
    schema,
    now,
  );
  const errors = [
    ...('error' in badge ? [{ field: 'badge', message: badge.error }] : []),
    ...('errors' in fields ? fields.errors.map((error) => explainMissing(error, recipient)) : []),
  ];
  if ('error' in badge || 'errors' in fields) return { errors };
  const { issuer } = found;
  const supersedes = {
    ...(found.id !== undefined && isLink(found.id) && { id: found.id }),
    issuer: toDisplayText(issuer?.claimedName ?? issuer?.id ?? 'Open Badges', 200),
    issuedOn: formatIsoDay(fields.dates.issuedOn),
  };
  const { identity, formerIdentity } = named;
  const details = { ...fields.details, supersedes };
  return { credential: { ...fields, details, badge, signer, identity, formerIdentity } };
}

/**
 * An offer to the badge's recipient, who can only add a badge that names their address. One that was
 * typed has been compared with it.
 */
function toOffer({
  verdict: { checks, edition, found },
  badge,
  recipient,
  identity,
  formerIdentity,
  text,
  isTyped,
}: VerifiedBadge): MovedRow {
  const isNamed = checks.some(({ check, outcome }) => check === 'recipient' && outcome === 'valid');
  if (isTyped && !isNamed) return failRow('recipient_unstated', unnamedMessage);
  const address = emailSchema.safeParse(recipient.email);
  const errors = [
    ...('error' in badge ? [{ field: 'badge', message: badge.error }] : []),
    ...(address.success ? [] : [recipient.email === '' ? missingEmail : wrongEmail]),
  ];
  if ('error' in badge || !address.success) return { errors };
  const content = Buffer.from(text);
  if (content.length > MAX_IMPORTED_BYTES)
    return failRow('too_large', 'This badge is larger than 1 MiB.');
  const { issuer, issuedOn, expires } = found;
  return {
    offer: {
      ...{ id: newId(), identity, formerIdentity, content, edition, badge },
      address: toAddressKey(address.data),
      badgeName: toDisplayText(badge.name),
      issuerName: issuer?.claimedName ? toDisplayText(issuer.claimedName) : null,
      issuedOn: toStorableDate(issuedOn),
      expires: toStorableDate(expires),
    },
  };
}

const unnamedMessage =
  'The badge doesn’t state its recipient’s email address, so the recipient couldn’t add it.';
const wrongEmail = { field: 'email', message: 'must be an email address' };
const missingEmail = {
  field: 'email',
  message: 'is not readable in the badge. Add it in a column email',
};

const unprovenMessage = 'Nothing proves who signed this badge, so it can’t be issued again.';
const emptyMessage = 'This file or address contains no badge.';
const ownMessage = 'This is a credential of this service already.';
const lateMessage = 'The badge couldn’t be verified within 20 seconds. Move it in again later.';

/** Hosts may show a page about a badge, and offer its file to the recipient only. */
export const sendFile = 'Download the badge and move in the file, as Open Badges 2.0 or 3.0.';

const isOwn = (text: string, { base }: Urls): boolean =>
  text === base || text.startsWith(`${base}/`);

/** A URL as it can be stored: without control characters. */
function readLink(id: string | undefined): string | null {
  const href = URL.parse(id ?? '')?.href ?? '';
  return isLink(href) ? href : null;
}

const getDocument = (answer: Answer): unknown =>
  'problem' in answer ? undefined : answer.document;

/** Why a badge doesn't count. An expired one does, and so does one that doesn't name its recipient. */
function findProblem({ checks, found }: FileVerdict, now: number) {
  const isExpired = found.expires !== undefined && found.expires < now;
  const wrong = checks.filter(
    ({ check, outcome }) =>
      outcome !== 'valid' &&
      !(check === 'expiry' && isExpired) &&
      !(check === 'recipient' && outcome === 'unknown'),
  );
  const worst = wrong.some(({ outcome }) => outcome === 'invalid') ? 'invalid' : 'unknown';
  const decisive = wrong.filter(({ outcome }) => outcome === worst);
  if (decisive.length === 0) return undefined;
  const message = toDisplayText(decisive.map((each) => each.message).join(' '), 1_000);
  return { reason: findReason(decisive), message };
}

const toIso = (time: number | undefined): string | undefined =>
  time === undefined ? undefined : new Date(time).toISOString();

/** Badges rarely name their recipients, and hash their addresses. */
function explainMissing(error: ImportRowError, typed: { name: string; email: string }) {
  if (error.field === 'name' && typed.name === '')
    return { ...error, message: 'is not in the badge. Add it in a column name' };
  if (error.field === 'email' && typed.email === '') return missingEmail;
  return error;
}
