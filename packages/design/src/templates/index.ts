import type { Template } from './build.ts';
import { editorial, night } from './editorial.ts';
import { hexagon, levels, overlap } from './geometric.ts';
import { crest, laurels, medal } from './heraldry.ts';
import { monogram, script } from './lettering.ts';
import { goldSeal, stamp, sunburst } from './seals.ts';

/** In display order. */
export const templates: Template[] = [
  ...[goldSeal, crest, laurels, hexagon, medal, editorial, night],
  ...[stamp, script, levels, monogram, sunburst, overlap],
];
