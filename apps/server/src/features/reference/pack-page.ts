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
const packed: PackedPage = {
  html: html
    .replace('<html>', '<html lang="en">')
    .replace('Scalar API Reference', workerData.metaData.title)
    .replace('</head>', `${withoutEval}</head>`)
    .replace('js/scalar.js', `js/scalar-${tag}.js`),
  scriptPath: `${home}js/scalar-${tag}.js`,
  br: brotliCompressSync(script, { params: brotli }),
  gzip: gzipSync(script),
};
parentPort?.postMessage(packed);
