import type { ScreenPlace } from './places.ts';
import { screenVariants } from './screenshots.ts';

const words = { light: 'light', dark: 'dark', narrow: '360 pixels' };

/** The gallery page. */
export function writeReadme(places: readonly ScreenPlace[]): string {
  const head = screenVariants.map(({ name }) => words[name]);
  const shown = places.flatMap(({ name, title }) => [
    `## ${title}`,
    '',
    `| ${head.join(' | ')} |`,
    `| ${head.map(() => '---').join(' | ')} |`,
    `| ${screenVariants.map((look) => `![${title}, ${words[look.name]}](${name}-${look.name}.webp)`).join(' | ')} |`,
    '',
  ]);
  return [
    '# Every screen of the dashboard',
    '',
    'These screens show a sample university in a running program. `npm run screens` takes them again; `SCREENS=overview,mail npm run screens` takes only those.',
    '',
    ...shown,
  ].join('\n');
}
