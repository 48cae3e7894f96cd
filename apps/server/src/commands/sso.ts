import { findUserByEmail } from '../features/people/index.ts';
import {
  listAllConnections,
  setConnectionDisabled,
  showConnection,
  unlinkUser,
} from '../features/sso/index.ts';
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
  const user = await findUserByEmail(service.db, email);
  if (!user || !(await unlinkUser(service, id, user.personId)))
    throw createRefusal(`${email} hasn't signed in through ${name}`);
  return { connectionId: id, email, unlinked: true };
}
