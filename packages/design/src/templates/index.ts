import { laurels, medal, sunburst } from './medals.ts';
import { editorial, night, overlap, script } from './modern.ts';
import { goldSeal, monogram, stamp } from './seals.ts';
import { crest, hexagon, levels } from './shields.ts';
import type { Template } from './template.ts';

/** In the order in which they are offered. */
export const templates: Template[] = [
  ...[goldSeal, crest, laurels, hexagon, medal, editorial, night],
  ...[stamp, script, levels, monogram, sunburst, overlap],
];
