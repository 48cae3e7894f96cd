import { createShades } from '@insignia/tokens/shades';
import { loadSharp } from '../../platform/images/index.ts';

const middle = 256;
const points = 20;

/** A sample badge picture in the issuer's color. */
export async function renderSampleImage(accentColor: string): Promise<Buffer> {
  const sharp = await loadSharp();
  return sharp(Buffer.from(createSampleSvg(createShades(accentColor).onLight)))
    .png()
    .toBuffer();
}

function createSampleSvg(color: string): string {
  const star = Array.from({ length: 10 }, (_, n) => pointAt(n / 10, n % 2 === 0 ? 112 : 46)).join(
    ' ',
  );
  const edge = Array.from({ length: points }, (_, n) => {
    const [bend, end] = [pointAt((n + 0.5) / points, 268), pointAt((n + 1) / points, 232)];
    return `Q${bend} ${end}`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512"><path fill="${color}" d="M${pointAt(0, 232)}${edge.join('')}z"/><circle cx="256" cy="256" r="186" fill="none" stroke="#fff" stroke-width="5"/><circle cx="256" cy="256" r="172" fill="none" stroke="#fff" stroke-width="2"/><polygon fill="#fff" points="${star}"/></svg>`;
}

/** Point at an angle from the top and a distance from the center. */
function pointAt(turn: number, radius: number): string {
  const angle = 2 * Math.PI * turn;
  const [x, y] = [middle + radius * Math.sin(angle), middle - radius * Math.cos(angle)];
  return `${x.toFixed(1)},${y.toFixed(1)}`;
}
