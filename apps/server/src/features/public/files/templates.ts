import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { CertificateStyle } from '@insignia/contract';

/** `version` keeps cached renders of older templates from being used. */
export type Template = { path: string; version: string };

export const cardTemplate = template('card', 'letters');

/** Template of a certificate style. */
export function styleTemplate(style: CertificateStyle): string {
  return pathOf(style);
}

/** `imported` lists the files it includes. */
function template(name: string, ...imported: string[]): Template {
  const hash = createHash('sha256');
  for (const part of [name, ...imported]) hash.update(readFileSync(pathOf(part)));
  return { path: pathOf(name), version: hash.digest('hex') };
}

function pathOf(name: string): string {
  return fileURLToPath(new URL(`./templates/${name}.typ`, import.meta.url));
}
