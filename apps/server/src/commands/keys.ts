import { revokeKeyAsOperator, selectApiKeys } from '../features/access/index.ts';
import { showAccount } from './accounts.ts';
import { createRefusal } from './command-error.ts';
import { parseId } from './parse-id.ts';
import type { CommandService } from './service.ts';

export async function listAccountKeys(service: CommandService, account: string) {
  const { accountId } = await showAccount(service, account);
  return selectApiKeys(service.db, accountId, undefined);
}

export async function revokeKeyById(service: CommandService, text: string) {
  const keyId = parseId(text, 'a key');
  if (!(await revokeKeyAsOperator(service, keyId))) throw createRefusal(`key ${text} not found`);
  return { keyId, revoked: true };
}
