import { createHash } from 'node:crypto';
import { createShades, createSurfaceShades } from '@insignia/tokens/shades';
import type { Clock } from '../../kernel/clock.ts';
import { formatLongDate, getTextDirection } from '../../kernel/language.ts';
import type { Database } from '../../platform/db/index.ts';
import { type ImageStore, loadSharp, saveImage, storeBlob } from '../../platform/images/index.ts';
import { listFontNames, type Typesetter } from '../../platform/typeset/index.ts';
import {
  computePublicStatus,
  getPublicTexts,
  type PublishedCredential,
} from '../published/index.ts';
import { loadFittedPicture, type PictureDeps } from './pictures.ts';
import { createStatusMark, INVALID_COLOR } from './status-mark.ts';
import { findCard, saveCard } from './store.ts';
import { cardTemplate } from './templates.ts';
import { TextSetter } from './text-setter.ts';

type CardDeps = { clock: Clock; typesetter: Typesetter } & PictureDeps;

/** The share card: rendered once per content and then read from the image store. */
export async function readOrRenderCard(
  deps: CardDeps & { db: Database; images: ImageStore },
  credential: PublishedCredential,
): Promise<Buffer> {
  const { db, images, clock } = deps;
  const { version } = createCardInput(credential, clock());
  const known = await findCard(db, credential.id);
  const stored = known?.source === version ? await images.get(known.cid) : undefined;
  if (stored) return stored;
  const bytes = await renderCard(deps, credential);
  const png = { bytes, mediaType: 'image/png', width: 1_200, height: 630 } as const;
  const blob = await storeBlob(deps, png);
  await db.write(async (trx) => {
    await saveImage(trx, blob, clock());
    await saveCard(trx, credential.id, version, blob.cid);
  });
  return bytes;
}

// In card.typ a point is a pixel. These boxes are the plate within its margins and the space for a
// logo.
const pictureBox = { width: 300, height: 300 };
const logoBox = { width: 380, height: 84 };

/**
 * Renders a PNG of 1200 by 630 pixels in full color. A palette would halve the bytes, but finding
 * one takes as much CPU as drawing the card.
 */
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
  const sharp = await loadSharp();
  return sharp(withoutSymbols(svg)).removeAlpha().png({ compressionLevel: 4 }).toBuffer();
}

/**
 * Replaces symbols with groups. Librsvg creates a viewport for each use of a symbol but none for a
 * group, so the same pixels cost less.
 */
function withoutSymbols(svg: Buffer): Buffer {
  const text = svg.toString().replaceAll('<symbol ', '<g ').replaceAll('</symbol>', '</g>');
  return Buffer.from(text);
}

/** Card data for its template. Equal content has an equal `version`. */
type CardInput = { data: string; version: string; isGood: boolean };

/** Names of pictures in the template. */
const pictureFile = 'picture';
const logoFile = 'logo';

// Longer texts would be illegible on a card 300 pixels wide.
const MAX_BADGE_NAME_LENGTH = 120;

export function createCardInput(credential: PublishedCredential, now: Date): CardInput {
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
