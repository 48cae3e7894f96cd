import type { OperationBody, previewBrand as operation } from '@insignia/contract';
import type { Caller } from '../../kernel/caller.ts';
import { readId } from '../../kernel/id.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Database } from '../../platform/db/index.ts';
import type { RateLimit } from '../../platform/throttle.ts';
import { renderCard, renderCertificate, renderCertificatePicture } from '../files/index.ts';
import { buildUnsavedBrand } from '../issuers/index.ts';
import { findPublishedCredential, type PublishedCredential } from '../published/index.ts';
import type { PreviewDeps } from './deps.ts';
import { createSampleCredential, sampleImageCid } from './sample-credential.ts';
import { renderSampleImage } from './sample-image.ts';
import { findPreviewIssuer } from './store.ts';

const accountLimit: RateLimit = { name: 'brand-previews', points: 300, seconds: 60 };

/** Previews a credential with a changed brand. Stores nothing. */
export async function previewBrand(
  deps: PreviewDeps,
  who: Caller,
  issuerId: string,
  { file, credentialId, recipientName, ...change }: OperationBody<typeof operation>,
): Promise<Buffer> {
  const { db, clock, urls, images, throttle } = deps;
  const issuer = await findPreviewIssuer(db, issuerId);
  if (issuer?.accountId !== who.accountId) throw new Problem('issuer_not_found');
  await throttle.take(accountLimit, who.accountId);
  const { brand, pictures } = await buildUnsavedBrand(urls, issuer.brand, change);
  const credential = credentialId
    ? await createPreviewCredential(db, issuerId, credentialId)
    : createSampleCredential(issuer, brand, recipientName, clock());
  const get = async (cid: string): Promise<Buffer | undefined> =>
    cid === sampleImageCid(brand.accentColor)
      ? renderSampleImage(brand.accentColor)
      : (pictures.get(cid) ?? images.get(cid));
  const press = { ...deps, images: { get } };
  if (file === 'card.png') return renderCard(press, { ...credential, brand });
  if (file === 'certificate.png') return renderCertificatePicture(press, { ...credential, brand });
  return renderCertificate(press, credential, brand);
}

async function createPreviewCredential(
  db: Database,
  issuerId: string,
  given: string,
): Promise<PublishedCredential> {
  const id = readId(given);
  const found = id ? await findPublishedCredential(db, id) : undefined;
  if (found?.issuerId !== issuerId) throw new Problem('credential_not_found');
  return found;
}
