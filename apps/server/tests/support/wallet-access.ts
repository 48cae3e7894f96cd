import { assertOk, createTestClient } from './client.ts';
import type { Instance } from './instance.ts';

const grant = 'urn:ietf:params:oauth:grant-type:pre-authorized_code';

export const walletForm = { 'content-type': 'application/x-www-form-urlencoded' };

/** Token in the URL of a new offer of a credential. Nothing is emailed yet. */
export async function openWalletOffer(
  { url }: Pick<Instance, 'url'>,
  credentialId: string,
  headers: Record<string, string> = {},
): Promise<string> {
  const send = createTestClient(url, headers);
  const { protocols } = assertOk(await send('GET', `/credentials/${credentialId}/offer`)).body;
  const link = new URL(protocols['oid4vci-1.0']);
  return (
    new URL(link.searchParams.get('credential_offer_uri') ?? '').pathname.split('/').at(-1) ?? ''
  );
}

/** A token request with the emailed code of an offer. `before` counts earlier emails with codes. */
export async function readWalletCode(
  { url, mailbox }: Pick<Instance, 'url' | 'mailbox'>,
  offerToken: string,
  email: string,
  before = 0,
): Promise<{ code: string; txCode: string; form: string }> {
  const { grants } = assertOk(await createTestClient(url)('GET', `/offers/${offerToken}`)).body;
  const code = grants[grant]['pre-authorized_code'];
  const { mail } = await mailbox.waitFor(email, /^Your wallet code/, before);
  const txCode = /\b\d{6}\b/.exec(mail.text ?? '')?.[0] ?? '';
  const fields = { grant_type: grant, 'pre-authorized_code': code, tx_code: txCode };
  return { code, txCode, form: `${new URLSearchParams(fields)}` };
}

/** Access token of a new offer. */
export async function openWalletAccess(
  instance: Pick<Instance, 'url' | 'mailbox'>,
  issuerId: string,
  credentialId: string,
  email: string,
): Promise<string> {
  const offerToken = await openWalletOffer(instance, credentialId);
  const { form } = await readWalletCode(instance, offerToken, email);
  const send = createTestClient(instance.url);
  return assertOk(await send('POST', `/issuer/${issuerId}/token`, form, walletForm)).body
    .access_token;
}
