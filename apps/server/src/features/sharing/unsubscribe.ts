import * as contract from '@insignia/contract';
import { type Language, storedForms } from '@insignia/contract';
import type { FastifyReply } from 'fastify';
import type { Clock } from '../../kernel/clock.ts';
import { packId, unpackId } from '../../kernel/id.ts';
import type { Database, Trx } from '../../platform/db/index.ts';
import { type Implement, readRequestLanguage } from '../../platform/http/index.ts';
import { definePage } from '../../platform/pages/index.ts';
import { equalBytes, hmac, sha256 } from '../../platform/secrets/crypto.ts';
import { createSealer, type Secrets } from '../../platform/secrets/index.ts';
import {
  type EmailSender,
  findIssuerNames,
  readSealedKeys,
  saveSealedKeys,
  suppressAddress,
  unsuppressAddress,
} from './suppression-store.ts';
import { getUnsubscribeTexts, type UnsubscribeTexts } from './texts.ts';

type ViewData = { heading: string; lead: string; button?: string; action?: 'end' | 'resume' };
/** Undefined if the link is unknown. */
type State = { name: 'asks' | 'unsubscribed' | 'resubscribed'; issuers: string[] } | undefined;

/** Shown if the issuers were deleted. */
const SERVICE_NAME = 'Insignia';

const view = definePage<ViewData>(import.meta.url, './views/unsubscribe.eta');

export type UnsubscribeDeps = { db: Database; clock: Clock; tokens: UnsubscribeTokens };

/**
 * Unsubscribes from an account's email (RFC 8058). GET changes nothing, because mail scanners open
 * links.
 */
export function unsubscribePages(implement: Implement, { db, clock, tokens }: UnsubscribeDeps) {
  const find = async (
    token: string,
  ): Promise<(Subscription & { issuers: string[] }) | undefined> => {
    const subscription = tokens.read(token);
    const issuers = subscription && (await findIssuerNames(db, subscription.accountId));
    return subscription && issuers ? { ...subscription, issuers } : undefined;
  };
  const show = (reply: FastifyReply, state: State): FastifyReply => {
    const language = readRequestLanguage(reply.request);
    reply.header('vary', 'Accept-Language');
    const t = getUnsubscribeTexts(language);
    return view(reply, t.title, createViewData(t, state, language), state ? 200 : 404, language);
  };

  return implement(contract.unsubscribeOperations, {
    unsubscribePage: async ({ params: { token }, reply }) => {
      const found = await find(token);
      return show(reply, found && { name: 'asks', issuers: found.issuers });
    },

    // Email programs send `List-Unsubscribe=One-Click`, our page the button's name. Neither sends our
    // Origin.
    unsubscribe: async ({ params: { token }, request, reply }) => {
      const found = await find(token);
      if (!found) return show(reply, undefined);
      const resumes = (request.body as { action?: string } | undefined)?.action === 'resume';
      if (resumes) await unsuppressAddress(db, found);
      else await suppressAddress(db, found, clock());
      const name = resumes ? 'resubscribed' : 'unsubscribed';
      return show(reply, { name, issuers: found.issuers });
    },
  });
}

function createViewData(t: UnsubscribeTexts, state: State, language: Language): ViewData {
  if (!state) return t.unknown;
  // Isolated (UAX #9), so that a name of another direction doesn't reorder the sentence.
  const names = (state.issuers.length > 0 ? state.issuers : [SERVICE_NAME]).map(
    (name) => `\u2068${name.replaceAll(/[\u2066-\u2069]/g, '')}\u2069`,
  );
  const account = new Intl.ListFormat(language).format(names);
  const lead = t[state.name].lead(account);
  switch (state.name) {
    case 'asks':
      return { heading: t.asks.heading(account), lead, button: t.asks.button, action: 'end' };
    case 'unsubscribed':
      return {
        heading: t.unsubscribed.heading,
        lead,
        button: t.unsubscribed.button,
        action: 'resume',
      };
    case 'resubscribed':
      return { heading: t.resubscribed.heading, lead };
  }
}

/** The address can't be derived from its hash. */
type Subscription = { accountId: string; addressHash: Buffer };

/** Tokens of unsubscribe links (RFC 8058). They need no storage. */
export type UnsubscribeTokens = {
  make: (accountId: string, address: string) => string;
  read: (token: string) => Subscription | undefined;
};

const unsubscribePurpose = 'unsubscribe';

function hashAddress(address: string): Buffer {
  return sha256(address.toLowerCase());
}

/** `retired` keys keep links in emails already sent working. */
export function createUnsubscribeTokens(secrets: Secrets, retired: Buffer[]): UnsubscribeTokens {
  const keys = secrets.keysFor(unsubscribePurpose);
  const sign = (by: Buffer, packed: Buffer): Buffer => hmac(by, packed).subarray(0, 16);
  return {
    make(accountId, address) {
      const packed = Buffer.concat([packId(accountId), hashAddress(address)]);
      return Buffer.concat([packed, sign(keys.current(), packed)]).toString('base64url');
    },
    read(token) {
      const bytes = Buffer.from(token, 'base64url');
      const packed = bytes.subarray(0, 48);
      const isOurs = (by: Buffer): boolean => equalBytes(bytes.subarray(48), sign(by, packed));
      if (![...keys.all(), ...retired].some(isOurs)) return undefined;
      const accountId = unpackId(packed.subarray(0, 16));
      return { accountId, addressHash: packed.subarray(16) };
    },
  };
}

/** Stops or allows the emails of an account to a recipient's addresses, as the links in its emails do. */
export async function changeSubscription(
  db: Database,
  { accountId, emails }: Pick<EmailSender, 'accountId' | 'emails'>,
  isStopped: boolean,
  now: Date,
): Promise<void> {
  for (const email of emails) {
    if (isStopped) await suppressAddress(db, { accountId, addressHash: hashAddress(email) }, now);
    else
      for (const form of storedForms(email))
        await unsuppressAddress(db, { accountId, addressHash: hashAddress(form) });
  }
}

const MAX_RETIRED_KEYS = 20;

/** Keys of retired secrets, needed for links in emails already sent. */
export async function readRetiredKeys(db: Database | Trx, secrets: Secrets): Promise<Buffer[]> {
  const sealer = createSealer(secrets, 'retired keys');
  const sealed = await readSealedKeys(db);
  return sealed
    .filter((each) => sealer.readMark(each))
    .map((each) => Buffer.from(sealer.open(each), 'base64'));
}

/** Keeps the key of a retired secret for this purpose only, encrypted with the new one. */
export async function retireKey(trx: Trx, secrets: Secrets, mark: string): Promise<void> {
  const sealer = createSealer(secrets, 'retired keys');
  const own = secrets.keysFor(unsubscribePurpose).find(mark);
  const all = [...(own ? [own] : []), ...(await readRetiredKeys(trx, secrets))].slice(
    0,
    MAX_RETIRED_KEYS,
  );
  const sealed: Buffer[] = [];
  for (const key of all) sealed.push(await sealer.seal(trx, key.toString('base64')));
  await saveSealedKeys(trx, sealed);
}
