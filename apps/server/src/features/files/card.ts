import { createHash } from 'node:crypto';
import { type CardDesign, cardSize } from '@insignia/design';
import { createShades, createSurfaceShades } from '@insignia/tokens/shades';
import { formatLongDate, getTextDirection } from '../../kernel/language.ts';
import type { Urls } from '../../kernel/urls.ts';
import type { Database } from '../../platform/db/index.ts';
import { type ImageStore, saveImage, storeBlob } from '../../platform/images/index.ts';
import { listFontNames } from '../../platform/typeset/index.ts';
import { findDrawableDesign } from '../certificates/index.ts';
import {
  computePublicStatus,
  getPublicTexts,
  type PublishedCredential,
} from '../published/index.ts';
import { chooseLook } from './certificate.ts';
import { createStatusMark, INVALID_COLOR, logoFile, pictureFile } from './certificate-data.ts';
import { addShortCode, type CardDeps, drawCard, renderDesignedCard } from './designed-card.ts';
import { loadFittedPicture } from './pictures.ts';
import { findCard, saveCard } from './store.ts';
import { cardTemplate, designTemplate } from './templates.ts';
import { TextSetter } from './text-setter.ts';

/** The share card: rendered once per content and then read from the image store. */
export async function readOrRenderCard(
  deps: CardDeps & { db: Database; urls: Urls; images: ImageStore },
  credential: PublishedCredential,
): Promise<Buffer> {
  const { db, images, clock } = deps;
  const version = computeCardVersion(credential, clock());
  const known = await findCard(db, credential.id);
  const stored = known?.source === version ? await images.get(known.cid) : undefined;
  if (stored) return stored;
  const design = await findCardDesign(db, credential);
  const bytes = design
    ? (await renderDesignedCard(deps, await addShortCode(db, credential, design), design)).bytes
    : await renderCard(deps, credential);
  const png = { bytes, mediaType: 'image/png', ...cardSize } as const;
  const blob = await storeBlob(deps, png);
  await db.write(async (trx) => {
    await saveImage(trx, blob, clock());
    await saveCard(trx, credential.id, version, blob.cid);
  });
  return bytes;
}

type CardChoice = { id: string; version: number };

/** The design of the credential's edition, or undefined if it has the usual card. */
function chooseCard(credential: PublishedCredential): CardChoice | undefined {
  const { cardId, cardVersion } = credential.cardId === null ? credential.brand : credential;
  return cardId === null || cardVersion === null ? undefined : { id: cardId, version: cardVersion };
}

async function findCardDesign(
  db: Database,
  credential: PublishedCredential,
): Promise<CardDesign | undefined> {
  const chosen = chooseCard(credential);
  const design = chosen && (await findDrawableDesign(db, chosen.id, chosen.version));
  return design?.kind === 'card' ? design : undefined;
}

/** Changes with the look of the card. */
export function computeCardVersion(credential: PublishedCredential, now: Date): string {
  const chosen = chooseCard(credential);
  if (!chosen) return createCardInput(credential, now).version;
  const { state } = chooseLook({ clock: () => now }, credential, credential.brand);
  // A design may show anything of a credential. Its code is assigned when something first shows it.
  const { shortCode: _, ...shown } = credential;
  const parts = [designTemplate.version, chosen, state, shown];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 16);
}

// In card.typ a point is a pixel. These boxes are the plate within its margins and the space for a
// logo.
const pictureBox = { width: 300, height: 300 };
const logoBox = { width: 380, height: 84 };

export async function renderCard(deps: CardDeps, credential: PublishedCredential): Promise<Buffer> {
  const { data, isGood } = createCardInput(credential, deps.clock());
  const cid = credential.image512 ?? credential.imageCid;
  const { wideLogoCid } = credential;
  const files = {
    [pictureFile]: await loadFittedPicture(deps, cid, pictureBox, !isGood),
    ...(wideLogoCid
      ? { [logoFile]: await loadFittedPicture(deps, wideLogoCid, logoBox, !isGood) }
      : {}),
  };
  const svg = await deps.typesetter.set({
    template: cardTemplate.path,
    data,
    files,
    format: 'svg',
  });
  return drawCard(deps, svg);
}

/** Card data for its template. Equal content has an equal `version`. */
type CardInput = { data: string; version: string; isGood: boolean };

// Longer texts would be illegible on a card 300 pixels wide.
const MAX_BADGE_NAME_LENGTH = 120;

function createCardInput(credential: PublishedCredential, now: Date): CardInput {
  const { recipientName, badgeName, issuerName, imageCid, wideLogoCid, brand } = credential;
  const { language, accentColor } = brand;
  const t = getPublicTexts(language);
  const lasting = {
    revoked: credential.revokedAt !== null,
    expires: credential.expires?.getTime(),
  };
  const state = computePublicStatus(lasting, now.getTime());
  const isGood = state === 'valid';
  const setting = new TextSetter(recipientName, badgeName, issuerName);
  const fields = {
    ...{ lang: language, rtl: getTextDirection(language) === 'rtl', fonts: listFontNames() },
    accent: isGood ? createShades(accentColor).onLight : INVALID_COLOR,
    panel: isGood ? createSurfaceShades(accentColor).onLight : INVALID_COLOR,
    recipient: setting.name(recipientName, t.onItsPage, 200),
    badge: setting.name(badgeName, t.onItsPage, MAX_BADGE_NAME_LENGTH),
    issuer: setting.name(issuerName, t.onItsPage, 200),
    mark: createStatusMark(credential, state, language),
    issued: formatLongDate(language, credential.issuedOn),
    picture: pictureFile,
    logo: wideLogoCid ? logoFile : null,
    labels: {
      ...{ awardedTo: t.awardedTo, issuedOn: t.issuedOn },
      lettersMissing: t.card.lettersMissing,
    },
  };
  const data = JSON.stringify({ ...fields, isWhole: setting.isWhole });
  const hash = createHash('sha256').update(cardTemplate.version).update(data);
  hash.update(`${imageCid} ${wideLogoCid}`);
  return { data, version: hash.digest('hex').slice(0, 16), isGood };
}
