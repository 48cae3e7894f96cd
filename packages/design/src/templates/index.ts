import { capsule, pennant, postage, scroll, ticket } from './banners.ts';
import type { Template } from './build.ts';
import { editorial, night } from './editorial.ts';
import { hexagon, levels, overlap } from './geometric.ts';
import { crest, laurels, medal } from './heraldry.ts';
import { monogram, script } from './lettering.ts';
import { order, trophy, wax, wings } from './medals.ts';
import { arch, bloom, orbit, summit } from './places.ts';
import { goldSeal, stamp, sunburst } from './seals.ts';
import { cross, diamond, lifebuoy, octagon, varsity } from './signs.ts';
import { blueprint, book, program, tiles, vinyl } from './things.ts';

/** In display order. */
export const templates: Template[] = [
  ...[goldSeal, crest, laurels, hexagon, medal, editorial, night],
  ...[stamp, script, levels, monogram, sunburst, overlap],
  ...[lifebuoy, arch, diamond, program, wax, bloom, ticket, summit],
  ...[order, capsule, cross, orbit, scroll, trophy, book, octagon],
  ...[postage, varsity, blueprint, vinyl, pennant, tiles, wings],
];
