import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { CertificateStyle } from '@insignia/contract';

/** `version` keeps cached renders of older templates from being used. */
export type TypstTemplate = { path: string; version: string };

export const cardTemplate = readTemplate('card', 'letters');

export const designTemplate = readTemplate('design', 'parts', 'letters');

export function certificateTemplatePath(style: CertificateStyle): string {
  return templatePath(style);
}

/** `imported` lists the files it includes. */
function readTemplate(name: string, ...imported: string[]): TypstTemplate {
  const hash = createHash('sha256');
  for (const part of [name, ...imported]) hash.update(readFileSync(templatePath(part)));
  return { path: templatePath(name), version: hash.digest('hex') };
}

function templatePath(name: string): string {
  return fileURLToPath(new URL(`./templates/${name}.typ`, import.meta.url));
}
