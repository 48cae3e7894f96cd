import { keysOf, revokeAnyKey } from '../features/access/index.ts';
import { showAccount } from './accounts.ts';
import { refused } from './fault.ts';
import { idOf } from './ids.ts';
import type { Service } from './service.ts';

export async function listKeys(service: Service, account: string) {
  const { accountId } = await showAccount(service, account);
  return keysOf(service.db, accountId, undefined);
}

export async function revokeKey(service: Service, text: string) {
  const keyId = idOf(text, 'a key');
  if (!(await revokeAnyKey(service, keyId))) throw refused(`there is no key ${text}`);
  return { keyId, revoked: true };
}
