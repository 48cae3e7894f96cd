import { looks } from './camera.ts';
import type { Place } from './places.ts';

const words = { light: 'light', dark: 'dark', narrow: '360 pixels' };

/** The gallery page. */
export function readmeOf(places: readonly Place[]): string {
  const head = looks.map(({ name }) => words[name]);
  const shown = places.flatMap(({ name, title }) => [
    `## ${title}`,
    '',
    `| ${head.join(' | ')} |`,
    `| ${head.map(() => '---').join(' | ')} |`,
    `| ${looks.map((look) => `![${title}, ${words[look.name]}](${name}-${look.name}.webp)`).join(' | ')} |`,
    '',
  ]);
  return [
    '# Every screen of the dashboard',
    '',
    'Of an invented university, in a running program. `npm run screens` draws them anew; `SCREENS=overview,mail npm run screens` only those.',
    '',
    'What is weak about them, and what was mended: [criticism](criticism.md).',
    '',
    ...shown,
  ].join('\n');
}
