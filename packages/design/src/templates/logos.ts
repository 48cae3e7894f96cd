import type { Paint } from '../schema.ts';
import type { Logo } from './build.ts';
import { middle, placePicture, placeShape, type TemplateLayer } from './build.ts';
import { solid } from './ornaments.ts';

type LogoBox = { at: [number, number]; size: [number, number] };

/**
 * Gives wide and square logos about the same area. Equal widths would make square ones look larger.
 */
const coveredShare = 0.5;

function fitLogo({ width, height }: Logo, [w, h]: [number, number]): [number, number] {
  const ratio = width / height;
  const ideal = Math.sqrt(w * h * coveredShare * ratio);
  const fits = Math.min(ideal, w, h * ratio);
  return [Math.max(1, fits), Math.max(1, fits / ratio)];
}

/** A logo on a light background, with its own aspect ratio. */
export function createLogo(logo: Logo | undefined, { at, size }: LogoBox): TemplateLayer[] {
  return logo ? [placePicture('Logo', logo.picture, { at, size: fitLogo(logo, size) }, {})] : [];
}

/** A light rectangle with a logo, of a fixed size. */
export function createLogoCard(
  logo: Logo | undefined,
  { at, size: [width, height], frame }: LogoBox & { frame: Paint },
): TemplateLayer[] {
  if (!logo) return [];
  const own = { fill: solid('#ffffff'), stroke: { paint: frame, width: 6 }, group: 'logo' };
  return [
    placeShape('Logo plate', { kind: 'rectangle', radius: 20 }, { at, size: [width, height] }, own),
    placePicture(
      'Logo',
      logo.picture,
      { at, size: fitLogo(logo, [width - 48, height - 40]) },
      { group: 'logo' },
    ),
  ];
}

const padding = 34;
const plateRoom: LogoBox['size'] = [330, 128];

/**
 * Centered plate behind the logo, because most logos are made for light backgrounds: round, or as
 * wide as the logo.
 */
export function createLogoPlate(logo: Logo | undefined, y: number, frame: Paint): TemplateLayer[] {
  if (!logo) return [];
  const at: LogoBox['at'] = [middle, y];
  const [w, h] = fitLogo(logo, plateRoom);
  const round = Math.hypot(w, h) + padding;
  const isLong = w > 1.7 * h;
  const height = isLong ? h + 2 * padding : round;
  const own = {
    fill: solid('#ffffff'),
    stroke: { paint: frame, width: 8 },
    shadow: { color: '#00000045', x: 0, y: 8, blur: 22 },
    group: 'logo',
  };
  return [
    placeShape(
      'Logo plate',
      { kind: 'rectangle', radius: height / 2 },
      { at, size: [isLong ? w + 3 * padding : round, height] },
      own,
    ),
    placePicture('Logo', logo.picture, { at, size: [w, h] }, { group: 'logo' }),
  ];
}
