import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readTokenValues } from '@insignia/tokens/values';

const css = readFileSync(fileURLToPath(import.meta.resolve('@insignia/tokens/tokens.css')), 'utf8');

/** Design tokens as values, because many email programs lack custom properties. */
export const mailColors = {
  light: readTokenValues(css, 'light'),
  dark: readTokenValues(css, 'dark'),
};
