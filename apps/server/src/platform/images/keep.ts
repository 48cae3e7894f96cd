import { sql } from 'kysely';
import { invalid } from '../../kernel/problem.ts';
import type { Trx } from '../db/index.ts';
import type { ImageStore } from './file-store.ts';
import { type Normalised, normaliseImage } from './normalise.ts';

export type Kept = { cid: string; image: Normalised };

/** Re-encodes and stores what a user sent in `field`; nothing refers to it yet. */
export async function storeImage(
  store: ImageStore,
  field: string,
  text: string,
  keepFormat = false,
): Promise<Kept> {
  const image = await normaliseImage(text, keepFormat);
  if ('refused' in image) throw invalid(field, image.refused);
  return { cid: await store.put(image.bytes), image };
}

/** Makes the blob one that may be served, in the transaction whose row refers to it. */
export async function keepImage(trx: Trx, { cid, image }: Kept, now: Date): Promise<void> {
  await sql`
    insert into images (cid, media_type, bytes, width, height, touched_at)
    values (${cid}, ${image.mediaType}, ${image.bytes.length}, ${image.width}, ${image.height}, ${now})
    on conflict (cid) do update set touched_at = excluded.touched_at`.execute(trx);
}
