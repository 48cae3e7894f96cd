import { findPlatform, listAllPlatforms, setPlatformDisabled } from '../features/lti/index.ts';
import { createRefusal } from './command-error.ts';
import { parseId } from './parse-id.ts';
import type { CommandService } from './service.ts';

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
