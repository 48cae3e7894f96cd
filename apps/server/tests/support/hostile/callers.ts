import { assertOk, createTestClient } from '../client.ts';
import { password, readCookie } from '../people.ts';
import { createKeyPair, renderIdpMetadata } from '../saml-provider.ts';
import type { World } from '../samples.ts';
import type { Caller, PageWorld } from './pages.ts';

/** Strangers, a user who signs in again after an attack signed them out, and a directory. */
export function createCallers(
  url: string,
  { owner, provisioningToken }: World,
): Pick<PageWorld, 'stranger' | 'others'> {
  const anyone = createTestClient(url);
  let { cookie } = owner;
  const signIn = async () => {
    const { status } = await anyone('GET', '/my/addresses', undefined, { cookie });
    if (status !== 200) {
      const { email } = owner;
      const answer = await anyone('POST', '/api/auth/sign-in/email', { email, password });
      cookie = readCookie(answer.headers);
    }
    return { cookie, origin: url };
  };
  const authorization = `Bearer ${provisioningToken}`;
  const stranger: Caller = { name: 'a stranger', signIn: async () => ({ origin: url }) };
  return {
    stranger,
    others: [
      { name: 'a user', signIn },
      { name: 'a directory', signIn: async () => ({ authorization, origin: url }) },
    ],
  };
}

/** Ids of the world, and those with a SAML connection in place of the one of OpenID Connect. */
export async function createIds({ owner, ids }: World): Promise<Record<string, string>[]> {
  const idp = 'https://idp.example';
  const metadataXml = renderIdpMetadata(idp, idp, [(await createKeyPair()).certificate]);
  const saml = { name: 'Sample', protocol: 'saml', saml: { metadataXml } };
  const { connectionId } = assertOk(
    await owner.session('POST', '/sso/connections', { parameters: saml }),
  ).body;
  return [ids, { ...ids, connectionId }];
}
