// In a thread: the viewer is four megabytes of text that would stay in memory, and compression
// takes half a second.
import { createHash } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { pagePaths } from '@insignia/contract';
import scalar from '@scalar/fastify-api-reference';
import Fastify from 'fastify';
import type { PackedPage } from './index.ts';

const home = pagePaths.reference;
const app = Fastify();
await app.register(scalar, { routePrefix: `/${home.slice(1, -1)}`, configuration: workerData });
const { payload: html } = await app.inject(home);
const { rawPayload: script } = await app.inject(`${home}js/scalar.js`);
const tag = createHash('sha256').update(script).digest('hex').slice(0, 12);
const brotli = {
  // Quality 10 is 8 % smaller, but the first visitor would wait four seconds.
  [constants.BROTLI_PARAM_QUALITY]: 9,
  [constants.BROTLI_PARAM_LGWIN]: 22,
  [constants.BROTLI_PARAM_SIZE_HINT]: script.length,
};
// Zod in the viewer probes eval, which the page's policy forbids and browsers report.
const withoutEval = '<script>globalThis.__zod_globalConfig = { jitless: true };</script>';
/**
 * The viewer's editable fields (a `div`, to which a `<label>` doesn't apply) have no name and, while
 * closed, no `aria-expanded`. Vue removes the latter whenever a list of suggestions closes.
 */
const nameFields = `<script>
  new MutationObserver(() => {
    for (const field of document.getElementsByClassName('code-input-lite__editor')) {
      const { id } = field.parentElement;
      const label = id && document.querySelector('label[for="' + CSS.escape(id) + '"]');
      if (label && !field.ariaLabel) field.ariaLabel = label.textContent;
      if (field.role === 'combobox' && !field.ariaExpanded) field.ariaExpanded = 'false';
    }
  }).observe(document, {
    attributeFilter: ['aria-expanded', 'aria-label'],
    childList: true,
    subtree: true,
  });
</script>`;
const packed: PackedPage = {
  html: html
    .replace('<html>', '<html lang="en">')
    .replace('Scalar API Reference', workerData.metaData.title)
    .replace('</head>', `${withoutEval}${nameFields}</head>`)
    .replace('js/scalar.js', `js/scalar-${tag}.js`),
  scriptPath: `${home}js/scalar-${tag}.js`,
  br: brotliCompressSync(script, { params: brotli }),
  gzip: gzipSync(script),
};
parentPort?.postMessage(packed);
