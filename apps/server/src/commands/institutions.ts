import { createOperatorActor, recordAction } from '../features/audit/index.ts';
import { findPlatform, listAllPlatforms, setPlatformDisabled } from '../features/lti/index.ts';
import { deleteToken, listRequests, listTokens } from '../features/scim/index.ts';
import {
  listAllConnections,
  setConnectionDisabled,
  showConnection,
  unlinkUser,
} from '../features/sso/index.ts';
import { showAccount } from './accounts.ts';
import { createRefusal } from './command-error.ts';
import { parseEmail, parseId } from './parse-id.ts';
import type { CommandService } from './service.ts';

const parseConnection = (text: string) => parseId(text, 'a connection');

export function listSsoConnections({ db }: CommandService, account: string | undefined) {
  return listAllConnections(db, account === undefined ? undefined : parseId(account, 'an account'));
}

export async function showSsoConnection({ db }: CommandService, text: string) {
  const id = parseConnection(text);
  const found = await showConnection(db, id);
  if (!found) throw createRefusal(`no connection has the ID ${id}. List them: insignia sso list`);
  return found;
}

export async function disableSsoConnection(
  service: CommandService,
  text: string,
  isDisabled: boolean,
) {
  const { id, name } = await showSsoConnection(service, text);
  if (!(await setConnectionDisabled(service, id, isDisabled)))
    throw createRefusal(`${name} is already ${isDisabled ? 'disabled' : 'enabled'}`);
  return { connectionId: id, name, disabled: isDisabled };
}

export async function unlinkSsoUser(service: CommandService, text: string, address: string) {
  const { id, name } = await showSsoConnection(service, text);
  const email = parseEmail(address);
  if (!(await unlinkUser(service, id, email)))
    throw createRefusal(`${email} hasn't signed in through ${name}`);
  return { connectionId: id, email, unlinked: true };
}

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

export function listPlatforms({ db }: CommandService, account: string | undefined) {
  return listAllPlatforms(db, account === undefined ? undefined : parseId(account, 'an account'));
}

export async function showPlatform({ db }: CommandService, text: string) {
  const id = parseId(text, 'a platform');
  const found = await findPlatform(db, id);
  if (!found) throw createRefusal(`no platform has the ID ${id}. List them: insignia lti list`);
  return found;
}

export async function disablePlatform(service: CommandService, text: string, isDisabled: boolean) {
  const { id, name } = await showPlatform(service, text);
  const changed = await setPlatformDisabled(service, id, isDisabled);
  if (!changed) throw createRefusal(`${name} is already ${isDisabled ? 'disabled' : 'enabled'}`);
  return { platformId: id, name, disabled: isDisabled, ...changed };
}
