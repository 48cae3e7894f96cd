import { randomBytes } from 'node:crypto';
import type { Urls } from '../../kernel/urls.ts';
import type { Auth } from './auth.ts';

/** Creates a one-time link to set a password, in better-auth's format. */
export async function createPasswordLink(
  auth: Auth,
  urls: Urls,
  personId: string,
  expiresAt: Date,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const { internalAdapter } = await auth.$context;
  await internalAdapter.createVerificationValue({
    value: personId,
    identifier: `reset-password:${token}`,
    expiresAt,
  });
  return urls.resetPassword(token);
}
