import type { newRequest, RequestKind } from '@insignia/contract';
import type { z } from 'zod';
import type { Clock } from '../../kernel/clock.ts';
import { newRoutedId } from '../../kernel/id.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Urls } from '../../kernel/urls.ts';
import type { Database, Trx } from '../../platform/db/index.ts';
import type { RateLimit, Throttle } from '../../platform/limits/throttle.ts';
import { recordAction } from '../audit/index.ts';
import { recordEvent } from '../events/index.ts';
import { closeEarlierRequest } from './close.ts';
import { insertRequest, isErased, lockOwnCredential, type OwnCredential } from './store.ts';

export type RequestDeps = { db: Database; clock: Clock; throttle: Throttle; urls: Urls };

const dailyLimit: RateLimit = { name: 'recipient-requests', points: 20, seconds: 86_400 };

type Requester = {
  personId: string;
  /** Their confirmed addresses, folded. */
  addresses: string[];
};

/** Only stored requests count toward the limit, so that repeating one doesn't use it up. */
export async function createRequest(
  { db, clock, throttle, urls }: RequestDeps,
  { personId, addresses }: Requester,
  credentialId: string,
  { kind, message, name, email }: z.output<typeof newRequest>,
): Promise<{ requestId: string }> {
  return db.write(async (trx) => {
    const { accountId, address, badgeName, recipientName, recipientEmail } =
      await requireOwnCredential(trx, { credentialId, addresses, kind });
    const [id, now] = [newRoutedId(accountId), clock()];
    const closing = { accountId, credentialId, kind, addresses };
    await closeEarlierRequest(trx, { urls, now }, closing);
    const isNew = await insertRequest(trx, {
      ...{ id, accountId, credentialId, kind, message, createdAt: now },
      ...{ name: name ?? null, email: email ?? null, requester: address },
    });
    if (!isNew) throw new Problem('request_open');
    await throttle.takeWithin(trx, [{ limit: dailyLimit, who: personId, points: 1 }]);
    const recipient = { name: recipientName, email: recipientEmail };
    const data = { requestId: id, kind, recipient, badgeName };
    const of = { accountId, credentialId, by: undefined, now };
    await recordEvent(trx, { type: 'request.created', data }, of);
    // Without the user: issuers learn nothing about recipients beyond the credential.
    const action = { action: 'createRequest', target: credentialId, fields: { kind } } as const;
    await recordAction(trx, { accountId }, action, now);
    return { requestId: id };
  });
}

type CredentialRequest = { credentialId: string; addresses: string[]; kind: RequestKind };

async function requireOwnCredential(
  trx: Trx,
  { credentialId, addresses, kind }: CredentialRequest,
): Promise<OwnCredential> {
  const credential = await lockOwnCredential(trx, credentialId, addresses);
  if (!credential)
    throw new Problem(
      (await isErased(trx, credentialId)) ? 'credential_gone' : 'credential_not_found',
    );
  if (credential.revokedAt && kind === 'correction') throw new Problem('credential_revoked');
  return credential;
}
