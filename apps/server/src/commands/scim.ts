import { createOperatorActor, recordAction } from '../features/audit/index.ts';
import { deleteToken, listRequests, listTokens } from '../features/scim/index.ts';
import { showAccount } from './accounts.ts';
import { createRefusal } from './command-error.ts';
import { parseId } from './parse-id.ts';
import type { CommandService } from './service.ts';

const MAX_LISTED_REQUESTS = 100;

export async function listProvisioningTokens(service: CommandService, account: string) {
  const { accountId } = await showAccount(service, account);
  return listTokens(service.db, accountId);
}

/** The last requests of an account's directory, newest first. */
export async function listProvisioningRequests(
  service: CommandService,
  account: string,
  onlyErrors: boolean,
) {
  const { accountId } = await showAccount(service, account);
  const rows = await listRequests(service.db, accountId, MAX_LISTED_REQUESTS);
  return onlyErrors ? rows.filter(({ status }) => status >= 400) : rows;
}

export async function revokeProvisioningToken(
  service: CommandService,
  account: string,
  text: string,
) {
  const { accountId } = await showAccount(service, account);
  const tokenId = parseId(text, 'a token');
  await service.db.write(async (trx) => {
    const name = await deleteToken(trx, accountId, tokenId);
    if (name === undefined) throw createRefusal(`token ${text} not found in this account`);
    const act = { action: 'revokeProvisioningToken', target: tokenId, name } as const;
    await recordAction(trx, createOperatorActor(accountId), act, service.clock());
  });
  return { tokenId, revoked: true };
}
