import type { Clock } from '../../kernel/clock.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Database } from '../../platform/db/index.ts';
import {
  type ImageStore,
  type Pixels,
  type StoredImage,
  storeImage,
  storePixels,
} from '../../platform/images/index.ts';
import { currentClient } from '../../platform/limits/call-context.ts';
import type { Outbound } from '../../platform/outbound/index.ts';
import { findTemplateIssuer } from '../badges/index.ts';
import type { MovedBadge } from './rules.ts';
import type { MoveIn } from './store.ts';

export type MovedPictureDeps = {
  db: Database;
  clock: Clock;
  images: ImageStore;
  /** The guarded client. */
  outbound: Outbound;
};

const web = { protocols: ['http:', 'https:'], ports: [80, 443] } as const;
const deadlineMs = 10_000;
const MAX_BYTES = 5 * 1024 * 1024;

const isEmbedded = (url: string): boolean => url.startsWith('data:');

/**
 * Fetches and stores a badge's picture, which may be in the address itself. Undefined if its address
 * or content is wrong.
 */
async function fetchPicture(deps: MovedPictureDeps, url: string): Promise<StoredImage | undefined> {
  const { outbound } = deps;
  const request = { method: 'GET', headers: { accept: 'image/png, image/jpeg' } } as const;
  const limits = { client: currentClient(), deadlineMs, keepBytes: MAX_BYTES };
  const fetching = async () => outbound.send(outbound.target(url, web), { ...request, ...limits });
  const answer = isEmbedded(url) ? undefined : await fetching().catch(() => undefined);
  if (!isEmbedded(url) && (answer?.status !== 200 || answer.isCut)) return undefined;
  const text = answer?.body.toString('base64') ?? url;
  return storeImage(deps, 'image', text).catch((error: unknown) => {
    // A full queue or disk says nothing about the picture.
    if (error instanceof Problem && error.code === 'invalid_request') return undefined;
    throw error;
  });
}

/** Pictures that one batch fetches, at once. Badges without one wait for the next batch. */
const MAX_FETCHED = 8;

export type NewPicture = { image: StoredImage; isOwn: boolean };

/** Pictures of badges to create, by key. Outside a transaction, because other servers may be slow. */
export async function storePictures(
  deps: MovedPictureDeps,
  { accountId, issuerId }: MoveIn,
  missing: readonly MovedBadge[],
): Promise<Map<string, NewPicture>> {
  const pictures = new Map<string, NewPicture>();
  const named = missing.filter(({ image }) => image !== null).slice(0, MAX_FETCHED);
  await Promise.all(
    named.map(async ({ key, image }) => {
      const own = image === null ? undefined : await fetchPicture(deps, image);
      if (own) pictures.set(key, { image: own, isOwn: true });
    }),
  );
  const without = missing.filter(
    (badge) => !pictures.has(badge.key) && (badge.image === null || named.includes(badge)),
  );
  if (without.length === 0) return pictures;
  const issuer = await findTemplateIssuer(deps.db, accountId, issuerId);
  const plain = await storePlainPicture(deps, issuer?.brand.accentColor ?? '#24477f');
  for (const { key } of without) pictures.set(key, { image: plain, isOwn: false });
  return pictures;
}

const SIDE = 512;

/** Stores a plain medal in the issuer's color, for badges whose export has no picture. */
function storePlainPicture(deps: MovedPictureDeps, color: string): Promise<StoredImage> {
  return storePixels(deps, drawMedal(color));
}

function drawMedal(color: string): Pixels {
  const rgb = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  const data = Buffer.alloc(SIDE * SIDE * 4);
  const center = (SIDE - 1) / 2;
  for (let y = 0; y < SIDE; y++)
    for (let x = 0; x < SIDE; x++) {
      const distance = Math.hypot(x - center, y - center) / (SIDE / 2);
      const isRing = distance > 0.72 && distance < 0.78;
      // The edge is blended over one and a half pixels.
      const alpha = Math.min(1, Math.max(0, (0.96 - distance) * (SIDE / 3)));
      const at = (y * SIDE + x) * 4;
      for (const [n, value] of rgb.entries()) data[at + n] = isRing ? 255 : value;
      data[at + 3] = Math.round(alpha * 255);
    }
  return { data, width: SIDE, height: SIDE, channels: 4 };
}
