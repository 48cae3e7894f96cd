import type { BodyOf, previewBrand as operation } from '@insignia/contract';
import type { Caller } from '../../kernel/caller.ts';
import { readId } from '../../kernel/id.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Database } from '../../platform/db/index.ts';
import type { Cap } from '../../platform/throttle.ts';
import { unsavedBrand } from '../issuers/index.ts';
import {
  certificatePicture,
  setCard,
  setCertificate,
  type WholeCredential,
  wholeCredential,
} from '../public/index.ts';
import type { PreviewDeps } from './deps.ts';
import { inventedCredential, sealCid } from './invented.ts';
import { sealOf } from './seal.ts';
import { shownIssuer } from './store.ts';

const byAccount: Cap = { name: 'brand-previews', points: 300, seconds: 60 };

/** Previews a credential with a changed brand. Stores nothing. */
export async function previewBrand(
  deps: PreviewDeps,
  who: Caller,
  issuerId: string,
  { file, credentialId, recipientName, ...change }: BodyOf<typeof operation>,
): Promise<Buffer> {
  const { db, clock, urls, images, throttle } = deps;
  const issuer = await shownIssuer(db, issuerId);
  if (issuer?.accountId !== who.accountId) throw new Problem('issuer_not_found');
  await throttle.take(byAccount, who.accountId);
  const { brand, pictures } = await unsavedBrand(urls, issuer.brand, change);
  const credential = credentialId
    ? await issuedBy(db, issuerId, credentialId)
    : inventedCredential(issuer, brand, recipientName, clock());
  const get = async (cid: string): Promise<Buffer | undefined> =>
    cid === sealCid(brand.accentColor)
      ? sealOf(brand.accentColor)
      : (pictures.get(cid) ?? images.get(cid));
  const press = { ...deps, images: { get } };
  if (file === 'card.png') return setCard(press, { ...credential, brand });
  if (file === 'certificate.png') return certificatePicture(press, { ...credential, brand });
  return setCertificate(press, credential, brand);
}

async function issuedBy(db: Database, issuerId: string, given: string): Promise<WholeCredential> {
  const id = readId(given);
  const found = id ? await wholeCredential(db, id) : undefined;
  if (found?.issuerId !== issuerId) throw new Problem('credential_not_found');
  return found;
}
