import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** `version`: what is kept of an older form of the template is not taken for the new one. */
export type Template = { path: string; version: string };

export const certificateTemplate = template('certificate');
export const cardTemplate = template('card');

function template(name: string): Template {
  const path = fileURLToPath(new URL(`./templates/${name}.typ`, import.meta.url));
  return { path, version: createHash('sha256').update(readFileSync(path)).digest('hex') };
}
