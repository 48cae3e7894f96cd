import { createHash } from 'node:crypto';
import type { CertificateDesign } from '@insignia/design';
import type { Database } from '../../platform/db/index.ts';
import { ByteCache } from '../../platform/memory/byte-cache.ts';
import { sha256 } from '../../platform/secrets/crypto.ts';
import { MissingSecretError } from '../../platform/secrets/index.ts';
import { addSeal, type JobFile } from '../../platform/typeset/index.ts';
import { findDrawableDesign } from '../certificates/index.ts';
import { type PublishedCredential, requirePublishedCredential } from '../published/index.ts';
import { ensureShortCode } from '../short-codes/index.ts';
import type { Signing } from '../signing/index.ts';
import {
  type RenderDeps,
  renderCertificate,
  renderCertificatePicture,
  renderDesignedCertificate,
  renderDesignedPicture,
} from './certificate.ts';

type PrintDeps = RenderDeps & { db: Database; signing: Signing };

/** A credential may get another edition while it is printed. */
const MAX_ATTEMPTS = 3;

/** The certificate as PDF, with the signed copy of the same edition inside, and sealed by its issuer. */
export async function createCertificate(
  deps: PrintDeps,
  credential: PublishedCredential,
): Promise<Buffer> {
  const { db } = deps;
  let printed = credential;
  let signedCopy = await loadSignedCopy(deps, printed);
  for (let attempts = 1; signedCopy === 'outdated' && attempts < MAX_ATTEMPTS; attempts++) {
    printed = await requirePublishedCredential(db, credential.id);
    signedCopy = await loadSignedCopy(deps, printed);
  }
  const shortCode = await ensureShortCode(db, printed);
  const design = await findDesign(deps, printed);
  const withCode = { ...printed, shortCode };
  const render = async (output: { signedCopy?: JobFile }): Promise<Buffer> =>
    design
      ? (await renderDesignedCertificate(deps, withCode, design, output)).bytes
      : renderCertificate(deps, withCode, printed.brand, output);
  if (signedCopy === undefined || signedCopy === 'outdated') return render({});
  const { file, signed } = signedCopy;
  const pdf = await render({ signedCopy: file });
  const hash = createHash('sha256').update(pdf).digest();
  const seal = await signatures.get(`${file.id} ${hash.toString('base64url')}`, async () =>
    Buffer.from(await deps.signing.seal(signed, hash)),
  );
  return addSeal(pdf, seal.toString());
}

export async function createCertificatePicture(
  deps: PrintDeps,
  credential: PublishedCredential,
): Promise<Buffer> {
  const withCode = { ...credential, shortCode: await ensureShortCode(deps.db, credential) };
  const design = await findDesign(deps, credential);
  if (!design) return renderCertificatePicture(deps, withCode);
  return (await renderDesignedPicture(deps, withCode, design)).bytes;
}

/** The paper of the credential's certificate. */
export async function findSheet(
  db: Database,
  credential: PublishedCredential,
): Promise<Pick<CertificateDesign, 'paper' | 'orientation'>> {
  return (await findDesign({ db }, credential)) ?? credential.brand;
}

/** The design of the credential's edition, or undefined if it has the style of its brand. */
async function findDesign(
  { db }: Pick<PrintDeps, 'db'>,
  credential: PublishedCredential,
): Promise<CertificateDesign | undefined> {
  const { certificateId, certificateVersion } =
    credential.certificateId === null ? credential.brand : credential;
  if (certificateId === null || certificateVersion === null) return undefined;
  const design = await findDrawableDesign(db, certificateId, certificateVersion);
  return design?.kind === 'certificate' ? design : undefined;
}

type SignedCopy = {
  file: JobFile;
  signed: NonNullable<Awaited<ReturnType<Signing['credential']>>>;
};

/** Responses are cached for seconds only. */
const signatures = new ByteCache(4 * 1024 * 1024);

/**
 * Signed with a proof instead of as a JWT, because a proof is the same each time, and so is the PDF.
 * Undefined if the issuer's key was encrypted with a secret that is lost.
 */
async function loadSignedCopy(
  { signing }: PrintDeps,
  credential: PublishedCredential,
): Promise<SignedCopy | 'outdated' | undefined> {
  try {
    const signed = await signing.credential(credential.id);
    if (!signed || !hasSameContent(signed, credential)) return 'outdated';
    const { key: _, ...content } = signed;
    const id = sha256(JSON.stringify(content)).toString('base64url');
    const bytes = await signatures.get(id, async () =>
      Buffer.from(JSON.stringify(await signing.document(signed))),
    );
    return { file: { id, bytes }, signed };
  } catch (error) {
    if (error instanceof MissingSecretError) return undefined;
    throw error;
  }
}

/** Members of a credential that its certificate and its signed copy state. */
const statedFields = [
  ...(['recipientName', 'issuedOn', 'expires', 'credentialDetails', 'issuerName'] as const),
  ...(['badgeName', 'description', 'criteria', 'imageCid', 'details'] as const),
];
type StatedContent = Pick<PublishedCredential, (typeof statedFields)[number]>;

const hasSameContent = (one: StatedContent, other: StatedContent): boolean =>
  statedFields.every((name) => JSON.stringify(one[name]) === JSON.stringify(other[name]));
