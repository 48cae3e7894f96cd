import { randomBytes } from 'node:crypto';
import { lookup, Resolver } from 'node:dns/promises';
import { createRequire } from 'node:module';
import { isIP } from 'node:net';
import { asciiDomain, canonicalAddress, MAX_SSO_DOMAINS } from '@insignia/contract';
import type { Caller } from '../../kernel/caller.ts';
import type { Clock } from '../../kernel/clock.ts';
import { newId } from '../../kernel/id.ts';
import { invalid, Problem } from '../../kernel/problem.ts';
import type { Urls } from '../../kernel/urls.ts';
import { purgeOnCommit } from '../../platform/cdn/index.ts';
import { type Database, sqlState, type Trx } from '../../platform/db/index.ts';
import { invalidateOnCommit } from '../../platform/db/invalidation.ts';
import { type BackgroundWork, enqueue, type Job } from '../../platform/jobs/index.ts';
import { type EmailContent, queueMails } from '../../platform/mail/index.ts';
import { recordAction } from '../audit/index.ts';
import { accountMailKind } from '../people/index.ts';
import { cacheTag } from '../published/index.ts';
import {
  type DomainRow,
  deleteDomainRow,
  findDomain,
  insertDomain,
  listAdminEmails,
  listDomainRows,
  lockDomain,
  markMissing,
  markUnverified,
  markVerified,
  takeDueDomains,
} from './domain-store.ts';
import { domainLostEmail, recordMissingEmail } from './emails.ts';
import { emailDomain, missingRecordMs, recheckMs } from './rules.ts';
import { endConnectionSessions, lockSso } from './store.ts';

const require = createRequire(import.meta.url);

/** Mail providers where anyone gets an address. */
const publicMailDomains = new Set(
  `126.com 163.com aol.com btinternet.com comcast.net fastmail.com free.fr gmail.com gmx.at gmx.ch
  gmx.com gmx.de gmx.net googlemail.com hotmail.co.uk hotmail.com hotmail.de hotmail.es hotmail.fr
  hotmail.it icloud.com laposte.net libero.it live.co.uk live.com live.fr mac.com mail.com mail.ru
  me.com msn.com orange.fr outlook.com outlook.de outlook.es outlook.fr pm.me proton.me
  protonmail.com qq.com rediffmail.com sfr.fr t-online.de tutanota.com verizon.net wanadoo.fr
  web.de yahoo.co.in yahoo.co.jp yahoo.co.uk yahoo.com yahoo.de yahoo.es yahoo.fr yahoo.it
  yandex.com yandex.ru ymail.com zoho.com`.split(/\s+/),
);

/** True if the account has proved that the domain of this email address is its own. */
export async function ownsDomain(trx: Trx, accountId: string, email: string): Promise<boolean> {
  const domain = emailDomain(email) ?? '';
  return Boolean((await findDomain(trx, accountId, domain))?.verifiedAt);
}

/** Completes "domain …" with the reason why no account can have it. Expects ASCII. */
function findDomainRefusal(domain: string): string | undefined {
  if (publicMailDomains.has(domain))
    return 'belongs to a public email provider: use a domain of your organization';
  // Loaded when an account adds a domain: the list of suffixes takes several MiB.
  const { getDomain }: typeof import('tldts') = require('tldts');
  // Private suffixes too: everyone can have a name below github.io.
  return getDomain(domain, { allowPrivateDomains: true }) === null
    ? 'is a public suffix: use the domain of your organization below it'
    : undefined;
}

export type DomainDeps = { db: Database; clock: Clock; lookUpTexts: LookUpTexts };

export const formatRecord = (token: string): string => `insignia-verification=${token}`;

/** Adding a domain again returns its record. */
export async function addDomain(
  { db, clock }: Pick<DomainDeps, 'db' | 'clock'>,
  who: Caller,
  typed: string,
): Promise<DomainRow> {
  const domain = asciiDomain(typed) ?? '';
  const refusal = findDomainRefusal(domain);
  if (refusal) throw invalid('domain', refusal);
  const { accountId } = who;
  return db.write(async (trx) => {
    await lockSso(trx, accountId);
    const known = await findDomain(trx, accountId, domain);
    if (known) return known;
    if ((await listDomainRows(trx, accountId)).length >= MAX_SSO_DOMAINS)
      throw new Problem('sso_limit_reached');
    const [id, token] = [newId(), randomBytes(16).toString('base64url')];
    const written = canonicalAddress(`a@${domain}`).slice(2);
    await insertDomain(trx, { id, accountId, domain, written, token }, clock());
    await recordAction(trx, who, { action: 'addSsoDomain', target: id, name: domain }, clock());
    return {
      ...{ id, accountId, domain, token },
      ...{ connectionId: null, verifiedAt: null, missingSince: null },
    };
  });
}

export async function verifyDomain(
  { db, clock, lookUpTexts }: DomainDeps,
  who: Caller,
  typed: string,
): Promise<DomainRow> {
  const found = await findDomain(db, who.accountId, asciiDomain(typed) ?? '');
  if (!found) throw new Problem('sso_domain_not_found');
  const texts = await lookUpTexts(found.domain);
  if (!texts?.some((text) => text.trim() === formatRecord(found.token)))
    throw new Problem('sso_record_not_found');
  const now = clock();
  const verify = db.write(async (trx) => {
    // Another request deleted the domain meanwhile.
    if (!(await lockDomain(trx, found.id))) throw new Problem('sso_domain_not_found');
    await markVerified(trx, found.id, now);
    await invalidateRedirects(trx, found.domain);
    const act = { action: 'verifySsoDomain', target: found.id, name: found.domain } as const;
    await recordAction(trx, who, act, now);
  });
  await verify.catch((error: unknown) => {
    throw sqlState(error) === '23505' ? new Problem('sso_domain_taken') : error;
  });
  return { ...found, verifiedAt: found.verifiedAt ?? now, missingSince: null };
}

export async function deleteDomain(
  { db, clock }: Pick<DomainDeps, 'db' | 'clock'>,
  who: Caller,
  typed: string,
): Promise<void> {
  await db.write(async (trx) => {
    await lockSso(trx, who.accountId);
    const found = await findDomain(trx, who.accountId, asciiDomain(typed) ?? '');
    if (!found) throw new Problem('sso_domain_not_found');
    await deleteDomainRow(trx, found.id);
    await invalidateRedirects(trx, found.domain);
    if (found.connectionId) await endConnectionSessions(trx, found.connectionId);
    const act = { action: 'deleteSsoDomain', target: found.id, name: found.domain } as const;
    await recordAction(trx, who, act, clock());
  });
}

/** The account that has verified a domain decides which redirects of its hosts answer. */
async function invalidateRedirects(trx: Trx, domain: string): Promise<void> {
  const tag = cacheTag.redirects(domain);
  await invalidateOnCommit(trx, tag);
  await purgeOnCommit(trx, [tag]);
}

const checkKind = 'sso-domain';
type DomainCheck = { domainId: string };

/** Checks every day that the records of verified domains still exist. */
export function registerDomainChecks(
  work: BackgroundWork,
  deps: DomainDeps & { urls: Urls },
): void {
  work.chores({
    name: 'domain records',
    run: async (trx) => {
      const now = deps.clock();
      const due = await takeDueDomains(trx, new Date(now.getTime() - recheckMs), now);
      for (const { id, accountId } of due) {
        const check: DomainCheck = { domainId: id };
        await enqueue(trx, checkKind, check, { accountId, maxAttempts: 3 });
      }
    },
  });
  work.remoteJobs({
    [checkKind]: ({ payload }: Job<DomainCheck>) => checkDomain(deps, payload.domainId),
  });
}

async function checkDomain(
  { db, clock, urls, lookUpTexts }: DomainDeps & { urls: Urls },
  id: string,
): Promise<void> {
  const known = await db.write((trx) => lockDomain(trx, id));
  if (!known?.verifiedAt) return;
  const texts = await lookUpTexts(known.domain);
  // No resolver answered: the record may still exist, so wait for the next check.
  if (!texts) return;
  const isThere = texts.some((text) => text.trim() === formatRecord(known.token));
  await db.write(async (trx) => {
    await lockSso(trx, known.accountId);
    const row = await lockDomain(trx, id);
    if (!row?.verifiedAt || row.token !== known.token) return;
    const now = clock();
    if (isThere) return markVerified(trx, id, now);
    const url = `${urls.dashboard}${row.accountId}/single-sign-on`;
    const since = row.missingSince ?? now;
    const lostAt = new Date(since.getTime() + missingRecordMs);
    if (!row.missingSince) {
      await markMissing(trx, id, now);
      await mailAdmins(trx, row, recordMissingEmail(row.domain, lostAt, url), now);
      return;
    }
    if (now < lostAt) return;
    await markUnverified(trx, id);
    await invalidateRedirects(trx, row.domain);
    if (row.connectionId) await endConnectionSessions(trx, row.connectionId);
    const act = { action: 'loseSsoDomain', target: id, name: row.domain } as const;
    await recordAction(trx, { accountId: row.accountId }, act, now);
    await mailAdmins(trx, row, domainLostEmail(row.domain, url), now);
  });
}

async function mailAdmins(
  trx: Trx,
  { accountId }: DomainRow,
  email: EmailContent,
  now: Date,
): Promise<void> {
  const mails = (await listAdminEmails(trx, accountId)).map((to) => ({
    ...{ to, email, kind: accountMailKind },
  }));
  if (mails.length > 0) await queueMails(trx, mails, now);
}

type Server = { host: string; port: number };

/** Texts of a domain's TXT records. Undefined if no resolver answered. */
export type LookUpTexts = (name: string) => Promise<string[] | undefined>;

const deadlineMs = 8_000;
/** Answers that say there is no such record. */
const absent = new Set(['ENODATA', 'ENOTFOUND']);

export function createTextLookup(servers: readonly Server[]): LookUpTexts {
  return async (name) => {
    const resolver = new Resolver({ timeout: 2_000, tries: 2 });
    const timer = setTimeout(() => resolver.cancel(), deadlineMs);
    try {
      if (servers.length > 0) resolver.setServers(await Promise.all(servers.map(formatServer)));
      const records = await resolver.resolveTxt(name);
      return records.map((parts) => parts.join(''));
    } catch (error) {
      return absent.has((error as { code?: string }).code ?? '') ? [] : undefined;
    } finally {
      clearTimeout(timer);
    }
  };
}

async function formatServer({ host, port }: Server): Promise<string> {
  const address = isIP(host) ? host : (await lookup(host)).address;
  return isIP(address) === 6 ? `[${address}]:${port}` : `${address}:${port}`;
}
