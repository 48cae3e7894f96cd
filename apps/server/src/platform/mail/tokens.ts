import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { valuesOf } from '@insignia/tokens/values';

const css = readFileSync(fileURLToPath(import.meta.resolve('@insignia/tokens/tokens.css')), 'utf8');

/** The look that mails share with pages and dashboard, as values: many readers of mail know no custom properties. */
export const tokens = { light: valuesOf(css, 'light'), dark: valuesOf(css, 'dark') };
