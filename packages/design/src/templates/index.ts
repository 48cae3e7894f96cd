import { crest } from './crest.ts';
import { editorial } from './editorial.ts';
import { goldSeal } from './gold-seal.ts';
import { hexagon } from './hexagon.ts';
import { laurels } from './laurels.ts';
import { levels } from './levels.ts';
import { medal } from './medal.ts';
import { monogram } from './monogram.ts';
import { night } from './night.ts';
import { overlap } from './overlap.ts';
import { script } from './script.ts';
import { stamp } from './stamp.ts';
import { sunburst } from './sunburst.ts';
import type { Template } from './template.ts';

/** In display order. */
export const templates: Template[] = [
  ...[goldSeal, crest, laurels, hexagon, medal, editorial, night],
  ...[stamp, script, levels, monogram, sunburst, overlap],
];
