import { inviteMember, updateAccount } from '@insignia/contract';
import { refused } from './fault.ts';

/** Applies the API's rules. */
export function emailOf(text: string): string {
  const { success, data } = inviteMember.body.shape.email.safeParse(text);
  if (!success) throw refused(`this is no e-mail address: ${text}`);
  return data.toLowerCase();
}

export function lineOf(text: string, what: string): string {
  const { success, data, error } = updateAccount.body.shape.name.safeParse(text);
  if (!success) throw refused(`${what} ${error.issues[0]?.message ?? 'cannot be used'}`);
  return data;
}
