import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Asset, createAsset } from './asset.ts';

/** Browsers request it for documents, pictures and the reference. */
export const favicon: Asset = createAsset('/favicon.ico', {
  type: 'image/x-icon',
  body: readFileSync(fileURLToPath(new URL('favicon.ico', import.meta.url))),
  cache: 'public, max-age=86400',
});
