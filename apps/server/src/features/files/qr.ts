import encodeQR from 'qr';
import type { Urls } from '../../kernel/urls.ts';
import type { PublishedCredential } from '../published/index.ts';

// Quiet zone required by readers (ISO/IEC 18004 §9.1).
const QUIET_MODULES = 4;
// A module must be two pixels wide in a photo at 60 dpi.
const MODULE_MILLIMETRES = 0.85;

/** A QR code for print, with its size in millimeters. */
type PrintQr = { svg: string; size: number; quiet: number };

/** For templates of designs without a code. */
export const noQr: PrintQr = { svg: '', size: 0, quiet: 0 };

export function createPrintQr(url: string): PrintQr {
  const { svg, modules } = drawQr(url, 'low');
  return {
    svg,
    size: Math.round(modules * MODULE_MILLIMETRES * 10) / 10,
    quiet: QUIET_MODULES * MODULE_MILLIMETRES,
  };
}

/** QR code of any URL, as SVG. */
export const drawQrCode = (url: string): string => drawQr(url, 'medium').svg;

/** QR code of a credential's page. */
export function renderQr({ urls }: { urls: Urls }, { id }: PublishedCredential): Buffer {
  return Buffer.from(drawQrCode(urls.credentialPage(id)));
}

function drawQr(url: string, ecc: 'low' | 'medium'): { svg: string; modules: number } {
  const rows = encodeQR(url, 'raw', { ecc, border: QUIET_MODULES });
  const modules = rows.length;
  const path = rows.map(drawRow).join('');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${modules} ${modules}"><path fill="#fff" d="M0 0h${modules}v${modules}H0z"/><path d="${path}"/></svg>`;
  return { svg, modules };
}

/** Merges adjacent dark modules of a row, which halves the SVG. */
function drawRow(row: boolean[], y: number): string {
  let path = '';
  for (let x = 0; x < row.length; x++) {
    const from = x;
    while (row[x]) x++;
    if (x > from) path += `M${from} ${y}h${x - from}v1h${from - x}z`;
  }
  return path;
}
