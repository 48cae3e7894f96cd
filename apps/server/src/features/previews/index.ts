import * as contract from '@insignia/contract';
import type { FastifyReply } from 'fastify';
import type { Caller } from '../../kernel/caller.ts';
import type { Clock } from '../../kernel/clock.ts';
import { readId } from '../../kernel/id.ts';
import { invalid, Problem } from '../../kernel/problem.ts';
import type { Urls } from '../../kernel/urls.ts';
import type { Database } from '../../platform/db/index.ts';
import type { FlatThread } from '../../platform/drawing/index.ts';
import type { Scope } from '../../platform/http/index.ts';
import type { ImageStore } from '../../platform/images/index.ts';
import { currentClient } from '../../platform/limits/call-context.ts';
import { createFairQueue, type FairQueue } from '../../platform/limits/fair-queue.ts';
import type { RateLimit, Throttle } from '../../platform/limits/throttle.ts';
import type { Typesetter } from '../../platform/typeset/index.ts';
import { findDesignErrors, requireDesign } from '../certificates/index.ts';
import {
  renderCard,
  renderCertificate,
  renderCertificatePicture,
  renderDesignedCard,
  renderDesignedCertificate,
  renderDesignedPicture,
} from '../files/index.ts';
import { buildUnsavedBrand, findBrandErrors } from '../issuers/index.ts';
import { findPublishedCredential, type PublishedCredential } from '../published/index.ts';
import { createSampleCredential, renderSampleImage, sampleImageCid } from './sample.ts';
import { findNamedCredential, findPreviewIssuer } from './store.ts';

export { sampleTexts } from './sample.ts';

type PreviewDeps = {
  db: Database;
  clock: Clock;
  urls: Urls;
  images: ImageStore;
  throttle: Throttle;
  typesetter: Typesetter;
  flatThread: FlatThread;
};

/** Each preview keeps up to three pictures in memory from request to response. */
const MAX_PREVIEWS = 24;
/** A preview uses several threads in turn, so one at a time leaves a processor to other accounts. */
const MAX_PREVIEWS_PER_ACCOUNT = 1;
const MAX_WAITING_PER_ACCOUNT = 8;
const accountLimit: RateLimit = { name: 'brand-previews', points: 300, seconds: 60 };

export function createPreviewQueue(): FairQueue {
  return createFairQueue({
    slots: MAX_PREVIEWS,
    slotsPerClient: MAX_PREVIEWS_PER_ACCOUNT,
    maxWaiting: MAX_PREVIEWS,
    maxWaitingPerClient: MAX_WAITING_PER_ACCOUNT,
  });
}

export function registerPreviews(
  { implement }: Scope,
  { queue, ...deps }: PreviewDeps & { queue: FairQueue },
) {
  const send = (reply: FastifyReply, file: string, bytes: Buffer): FastifyReply =>
    reply
      .type(file.endsWith('.pdf') ? 'application/pdf' : 'image/png')
      .header('cache-control', 'no-store')
      .header('content-disposition', `inline; filename="${file}"`)
      .send(bytes);
  return implement(
    { ...contract.previewOperations, ...contract.certificatePreviewOperations },
    {
      previewBrand: {
        handle: async ({ params, body, who, reply }) => {
          const bytes = await queue.run(currentClient(), () =>
            previewBrand(deps, who, params.issuerId, body),
          );
          return send(reply, body.file, bytes);
        },
        findErrors: findBrandErrors,
      },

      previewCertificate: {
        handle: async ({ params, body, who, reply }) => {
          const { file, bytes, isWhole, names } = await queue.run(currentClient(), () =>
            previewDesign(deps, who, params.issuerId, body),
          );
          if (!isWhole) reply.header('insignia-missing-letters', 'true');
          if (names) reply.header('insignia-names', names);
          return send(reply, file, bytes);
        },
        findErrors: ({ design, ...chosen }) => [
          ...findDesignErrors(design),
          ...findRecipientErrors(chosen),
        ],
      },
    },
  );
}

type PreviewBody = contract.OperationBody<
  typeof contract.certificatePreviewOperations.previewCertificate
>;

const findRecipientErrors = ({
  credentialId,
  recipient,
}: Pick<Partial<PreviewBody>, 'credentialId' | 'recipient'>): contract.ErrorDetail[] =>
  credentialId === undefined || recipient === undefined
    ? []
    : [{ path: 'recipient', message: 'must be absent with credentialId' }];

/** Previews a certificate or card in a design that isn't saved. */
async function previewDesign(
  deps: PreviewDeps,
  who: Caller,
  issuerId: string,
  body: PreviewBody,
): Promise<DesignPreview> {
  const { db, clock, images, throttle } = deps;
  const issuer = await findPreviewIssuer(db, issuerId);
  if (issuer?.accountId !== who.accountId) throw new Problem('issuer_not_found');
  await throttle.take(accountLimit, who.accountId);
  const design = await requireDesign(db, issuer, body.design);
  const details = findRecipientErrors(body);
  if (details.length > 0) throw new Problem('invalid_request', { details });
  const { recipient: searched } = body;
  const named = searched && (await findNamedCredential(db, issuer, searched));
  const names = searched && (named?.searched ?? 'sample');
  const credentialId = body.credentialId ?? named?.id;
  const credential = credentialId
    ? await createPreviewCredential(db, issuerId, credentialId)
    : createSampleCredential(issuer, issuer.brand, body.recipientName, clock());
  const press = { ...deps, images: createPreviewImages(images, issuer.brand.accentColor) };
  const sample = addSampleCode(credential);
  if (design.kind === 'card') {
    const { file = 'card.png' } = body;
    if (file !== 'card.png') throw invalid('file', 'must be card.png for a design of a card');
    return { file, names, ...(await renderDesignedCard(press, sample, design)) };
  }
  const { file = 'certificate.pdf' } = body;
  if (file === 'card.png') throw invalid('file', 'card.png needs a design of the kind card');
  const drawn =
    file === 'certificate.png'
      ? renderDesignedPicture(press, sample, design, { isPreview: true })
      : renderDesignedCertificate(press, sample, design, { hasBleed: file === 'print.pdf' });
  return { file, names, ...(await drawn) };
}

type DesignPreview = {
  file: string;
  bytes: Buffer;
  isWhole: boolean;
  /** Which names were searched for the longest or shortest. */
  names: 'all' | 'newest' | 'sample' | undefined;
};

/** A preview gives no credential a short code. */
const addSampleCode = (credential: PublishedCredential) => ({
  ...credential,
  shortCode: credential.shortCode ?? 'XXXX-XXXX',
});

/** The account's pictures, unsaved ones, and the sample badge's. */
const createPreviewImages = (
  images: Pick<ImageStore, 'get'>,
  accentColor: string,
  unsaved?: ReadonlyMap<string, Buffer>,
) => ({
  get: async (cid: string): Promise<Buffer | undefined> =>
    cid === sampleImageCid(accentColor)
      ? renderSampleImage(accentColor)
      : (unsaved?.get(cid) ?? images.get(cid)),
});

/** Previews a credential with a changed brand. Stores nothing. */
async function previewBrand(
  deps: PreviewDeps,
  who: Caller,
  issuerId: string,
  {
    file,
    credentialId,
    recipientName,
    ...change
  }: contract.OperationBody<typeof contract.previewBrand>,
): Promise<Buffer> {
  const { db, clock, urls, images, throttle } = deps;
  const issuer = await findPreviewIssuer(db, issuerId);
  if (issuer?.accountId !== who.accountId) throw new Problem('issuer_not_found');
  await throttle.take(accountLimit, who.accountId);
  const { brand, pictures } = await buildUnsavedBrand(urls, issuer.brand, change);
  const credential = credentialId
    ? await createPreviewCredential(db, issuerId, credentialId)
    : createSampleCredential(issuer, brand, recipientName, clock());
  const press = { ...deps, images: createPreviewImages(images, brand.accentColor, pictures) };
  const sample = { ...addSampleCode(credential), brand };
  if (file === 'card.png') return renderCard(press, sample);
  if (file === 'certificate.png')
    return renderCertificatePicture(press, sample, { isPreview: true });
  return renderCertificate(press, sample, brand);
}

async function createPreviewCredential(
  db: Database,
  issuerId: string,
  text: string,
): Promise<PublishedCredential> {
  const id = readId(text);
  const found = id ? await findPublishedCredential(db, id) : undefined;
  if (found?.issuerId !== issuerId) throw new Problem('credential_not_found');
  return found;
}
