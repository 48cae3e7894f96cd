import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { CertificateStyle } from '@insignia/contract';

/** `version`: what is kept of an older form of the template is not taken for the new one. */
export type Template = { path: string; version: string };

export const cardTemplate = template('card');

/** Where the template of a style of certificate lies. */
export function styleTemplate(style: CertificateStyle): string {
  return pathOf(style);
}

function template(name: string): Template {
  const path = pathOf(name);
  return { path, version: createHash('sha256').update(readFileSync(path)).digest('hex') };
}

function pathOf(name: string): string {
  return fileURLToPath(new URL(`./templates/${name}.typ`, import.meta.url));
}
