import type { ScreenPlace } from './places.ts';

const columns = 3;
const folder = '../../docs/screens';

/** The picture in light mode, and a caption with links to the others. */
const cell = ({ name, title }: ScreenPlace): string =>
  `![](${folder}/${name}-light.webp)<br>${title} · [dark](${folder}/${name}-dark.webp) · [phone](${folder}/${name}-narrow.webp)`;

/** The gallery page. */
export function writeReadme(places: readonly ScreenPlace[]): string {
  const cells = places.map(cell);
  const rows = Array.from({ length: Math.ceil(cells.length / columns) }, (_, row) =>
    Array.from({ length: columns }, (_, column) => cells[row * columns + column] ?? ''),
  );
  const line = (texts: readonly string[]) => `| ${texts.join(' | ')} |`;
  return [
    '# Screens',
    '',
    'A sample university, taken by `npm run screens`. `SCREENS=overview,mail npm run screens` takes only those screens.',
    '',
    line(Array(columns).fill(' ')),
    line(Array(columns).fill('---')),
    ...rows.map(line),
    '',
  ].join('\n');
}
