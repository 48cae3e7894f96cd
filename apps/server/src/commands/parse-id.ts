import { inviteMember, updateAccount } from '@insignia/contract';
import { readId } from '../kernel/id.ts';
import { createRefusal } from './command-error.ts';

/** Accepts a bare id or a URL that ends with one. */
export function parseId(text: string, of: string): string {
  const id = readId(text);
  if (!id) throw createRefusal(`not the ID of ${of}: ${text}`);
  return id;
}

/** Applies the API's rules. */
export function parseEmail(text: string): string {
  const { success, data } = inviteMember.body.shape.email.safeParse(text);
  if (!success) throw createRefusal(`not an email address: ${text}`);
  return data.toLowerCase();
}

export function parseName(text: string, what: string): string {
  const { success, data, error } = updateAccount.body.shape.name.safeParse(text);
  if (!success) throw createRefusal(`${what} ${error.issues[0]?.message ?? 'is invalid'}`);
  return data;
}
