import sharp from 'sharp';

const drawn = (svg: string): Promise<Buffer> =>
  sharp(Buffer.from(svg), { density: 200 }).png().toBuffer();

/** Logo: a fjord between two mountains with its reflection. */
const mark = (ink: string, paper: string) => `
  <circle cx="60" cy="60" r="56" fill="${ink}"/>
  <path d="M16 72 46 30l18 25 12-15 28 32z" fill="${paper}"/>
  <path d="M20 80h80M32 90h56M46 100h28" stroke="${paper}" stroke-width="4" stroke-linecap="round"/>`;

const wide = (ink: string, paper: string) =>
  drawn(`<svg xmlns="http://www.w3.org/2000/svg" width="560" height="120" viewBox="0 0 560 120">
    ${mark(ink, paper)}
    <g fill="${ink}" transform="translate(140 0)">
      <rect x="0" y="38" width="230" height="16" rx="3"/><rect x="0" y="70" width="330" height="16" rx="3" opacity=".55"/>
    </g></svg>`);

export const drawLogo = (): Promise<Buffer> =>
  drawn(
    `<svg xmlns="http://www.w3.org/2000/svg" width="240" height="240" viewBox="0 0 120 120">${mark('#14514f', '#ffffff')}</svg>`,
  );
export const drawDarkLogo = (): Promise<Buffer> => wide('#e8f3f1', '#14302f');

const strokes = [
  'M8 70c20-50 34-58 36-40s-24 62-12 60 30-66 40-52-16 44-2 44 20-30 32-30 4 28 18 26 18-20 30-18 8 16 34 8',
  'M10 60c30-30 44-44 42-20s-30 50-16 48 42-58 54-48-20 38-4 38 26-26 38-22 0 20 16 18 30-14 56-10',
];

/** Handwritten, on a transparent background. */
export const drawSignature = (n: number): Promise<Buffer> =>
  drawn(
    `<svg xmlns="http://www.w3.org/2000/svg" width="240" height="110" viewBox="0 0 240 110"><path d="${strokes[n]}" fill="none" stroke="#1c2340" stroke-width="3" stroke-linecap="round"/></svg>`,
  );
