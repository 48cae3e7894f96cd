import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { CertificateStyle } from '@insignia/contract';

/** `version`: what is kept of an older form of the template is not taken for the new one. */
export type Template = { path: string; version: string };

export const cardTemplate = template('card', 'letters');

/** Where the template of a style of certificate lies. */
export function styleTemplate(style: CertificateStyle): string {
  return pathOf(style);
}

/** `imported`: what it is made of besides. */
function template(name: string, ...imported: string[]): Template {
  const hash = createHash('sha256');
  for (const part of [name, ...imported]) hash.update(readFileSync(pathOf(part)));
  return { path: pathOf(name), version: hash.digest('hex') };
}

function pathOf(name: string): string {
  return fileURLToPath(new URL(`./templates/${name}.typ`, import.meta.url));
}
