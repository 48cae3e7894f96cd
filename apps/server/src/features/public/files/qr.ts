import { encode, renderSVG } from 'uqr';
import type { WholeCredential } from '../store.ts';
import type { FileDeps } from './deps.ts';

/** With the four modules of quiet around it that readers need (ISO/IEC 18004 §9.1). */
function qrOf(url: string): string {
  return renderSVG(url, { border: 4, ecc: 'M' });
}

// A module must be two dots wide where a sheet is photographed with 60 to the inch.
const module = 0.85;
const quiet = 4;

/** The code for a sheet of paper, with how large it has to be there, in millimetres. */
export function codeOf(url: string): { svg: string; size: number; quiet: number } {
  const { size, data } = encode(url, { border: quiet, ecc: 'L' });
  // The dark modules of a row that touch are one part: half as much for the typesetter to read.
  const rows = data.map((row, y) => {
    const dark = row.map((module) => (module ? '1' : '0')).join('');
    return Array.from(
      dark.matchAll(/1+/g),
      ({ index, 0: { length } }) => `M${index} ${y}h${length}v1h-${length}z`,
    ).join('');
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${rows.join('')}"/></svg>`;
  return { svg, size: Math.round(size * module * 10) / 10, quiet: quiet * module };
}

/** The code that leads to a credential's page. */
export function qrBytes({ urls }: FileDeps, { id }: WholeCredential): Buffer {
  return Buffer.from(qrOf(urls.credentialPage(id)));
}
