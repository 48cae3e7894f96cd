import { inviteMember, updateAccount } from '@insignia/contract';
import { createRefusal } from './command-error.ts';

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
