import { dirname, join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import { mendCopying } from './copying.ts';
import type { Job, Result } from './job.ts';

const { fontFolders } = workerData as { fontFolders: string[] };
// Typst keeps what it has computed; measured: without this 1.2 GB after 2,000 documents. What was asked for since the last time
// stays, such as fonts, and saves a tenth of the CPU.
const evictEvery = 10;

const compilers = new Map<string, NodeCompiler>();
let made = 0;

function compilerFor(workspace: string): NodeCompiler {
  const known = compilers.get(workspace);
  if (known) return known;
  const compiler = NodeCompiler.create({ workspace, fontArgs: [{ fontPaths: fontFolders }] });
  compilers.set(workspace, compiler);
  return compiler;
}

function make({ template, data, files, format }: Job): Result {
  const workspace = dirname(template);
  const compiler = compilerFor(workspace);
  // As a file, not as `sys.inputs`, with which Typst makes its whole library anew for each document.
  const all = { ...files, 'data.json': Buffer.from(data) };
  const paths = Object.entries(all).map(([name, bytes]) => {
    const path = join(workspace, name);
    compiler.mapShadow(path, Buffer.from(bytes));
    return path;
  });
  try {
    const compiled = compiler.compile({ mainFilePath: template });
    const document = compiled.result;
    if (!document) throw new Error(told(compiled.takeError()?.shortDiagnostics));
    if (format === 'svg') return { bytes: Buffer.from(compiler.plainSvg(document)) };
    try {
      return { bytes: mendCopying(compiler.pdf(document, { pdfStandard: 'a-2a' })) };
    } catch (error) {
      // A script that no bundled font covers: the document comes without the standard's promise.
      return { bytes: mendCopying(compiler.pdf(document)), warning: told([error]) };
    }
  } finally {
    for (const path of paths) compiler.unmapShadow(path);
    made += 1;
    if (made % evictEvery === 0) compiler.evictCache(1);
  }
}

function told(problems: unknown[] | undefined): string {
  const all = (problems ?? []).map((problem) => String((problem as Error).message ?? problem));
  return all.join('; ').slice(0, 300) || 'unknown';
}

parentPort?.on('message', (job: Job) => {
  try {
    const result = make(job);
    parentPort?.postMessage(result);
  } catch (error) {
    parentPort?.postMessage({ error: (error as Error).message ?? String(error) } satisfies Result);
  }
});
