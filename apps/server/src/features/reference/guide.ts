import { readFileSync } from 'node:fs';
import { errors } from '@insignia/contract';

/** Introduction of the reference: the first credential, then general rules. */
export const referenceGuide: string = readFileSync(new URL('./guide.md', import.meta.url), 'utf8');

/** All error codes by HTTP status. */
export function formatErrorCodes(): string {
  const byStatus = Map.groupBy(Object.entries(errors), ([, { status }]) => status);
  const groups = [...byStatus].map(([status, found]) => {
    const rows = found.map(([code, { text }]) => `- \`${code}\`: ${text}`);
    return `### ${status}\n\n${rows.join('\n')}`;
  });
  return groups.join('\n\n');
}
