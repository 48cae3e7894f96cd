import encodeQR from 'qr';
import type { WholeCredential } from '../store.ts';
import type { FileDeps } from './deps.ts';

// Quiet zone required by readers (ISO/IEC 18004 §9.1).
const quiet = 4;
// A module must be two pixels wide in a photo at 60 dpi.
const module = 0.85;

/** QR code for print with its size in millimeters. */
export function codeOf(url: string): { svg: string; size: number; quiet: number } {
  const { svg, modules } = drawnCode(url, 'low');
  return { svg, size: Math.round(modules * module * 10) / 10, quiet: quiet * module };
}

/** QR code of a credential's page. */
export function qrBytes({ urls }: FileDeps, { id }: WholeCredential): Buffer {
  return Buffer.from(drawnCode(urls.credentialPage(id), 'medium').svg);
}

function drawnCode(url: string, ecc: 'low' | 'medium'): { svg: string; modules: number } {
  const rows = encodeQR(url, 'raw', { ecc, border: quiet });
  const modules = rows.length;
  const path = rows.map(runsOf).join('');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${modules} ${modules}"><path fill="#fff" d="M0 0h${modules}v${modules}H0z"/><path d="${path}"/></svg>`;
  return { svg, modules };
}

/** Merges adjacent dark modules of a row, which halves the SVG. */
function runsOf(row: boolean[], y: number): string {
  let path = '';
  for (let x = 0; x < row.length; x++) {
    const from = x;
    while (row[x]) x++;
    if (x > from) path += `M${from} ${y}h${x - from}v1h${from - x}z`;
  }
  return path;
}
