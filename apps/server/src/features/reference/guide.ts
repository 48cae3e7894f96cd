import { readFileSync } from 'node:fs';
import { errors } from '@insignia/contract';

/** What the reference opens with: the first credential, then what holds everywhere. */
export const guide: string = readFileSync(new URL('./guide.md', import.meta.url), 'utf8');

/** Every code with its meaning, by HTTP status. */
export function errorCodes(): string {
  const byStatus = Map.groupBy(Object.entries(errors), ([, { status }]) => status);
  const groups = [...byStatus].map(([status, found]) => {
    const rows = found.map(([code, { text }]) => `- \`${code}\`: ${text}`);
    return `### ${status}\n\n${rows.join('\n')}`;
  });
  return groups.join('\n\n');
}
