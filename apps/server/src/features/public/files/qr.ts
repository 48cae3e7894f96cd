import { renderSVG } from 'uqr';
import type { WholeCredential } from '../store.ts';
import type { FileDeps } from './deps.ts';

/** With the four modules of quiet around it that readers need (ISO/IEC 18004 §9.1). */
export function qrOf(url: string): string {
  return renderSVG(url, { border: 4, ecc: 'M' });
}

/** The code that leads to a credential's page. */
export function qrBytes({ urls }: FileDeps, { id }: WholeCredential): Buffer {
  return Buffer.from(qrOf(urls.credentialPage(id)));
}
