import { dirname, join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { parentPort, workerData } from 'node:worker_threads';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import { inspectImage } from '../images/inspect.ts';
import { serveJobs } from '../threads/serve-jobs.ts';
import { lowerThreadPriority } from '../threads/thread-priority.ts';
import { fixCopiedText } from './copied-text.ts';
import type { JobFile, TypesetJob, TypesetResult } from './job.ts';
import { openPdf } from './pdf-file.ts';

lowerThreadPriority();
// V8 doesn't know how much memory a document of Typst takes, and would wait for many of them.
setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
const { fontFolders } = workerData as { fontFolders: string[] };
// Typst's cache would reach 1.2 GB after 2,000 documents. Entries used since the last eviction
// stay, such as fonts, which saves a tenth of the CPU.
const evictEvery = 10;
/** A background of 2,480 by 3,508 pixels is decoded to 25 MiB. */
const LARGE_PICTURE_PIXELS = 2_000_000;
// The cache belongs to the process, not to the thread: it would survive the end of the thread.
const evictAllAfterMs = 10_000;

/** `placed` maps paths to the ids of the files there. */
type Workspace = { compiler: NodeCompiler; placed: Map<string, string> };

const workspaces = new Map<string, Workspace>();
let typesetCount = 0;
/** The last document has a large picture, and holds its pixels until it is collected. */
let isLargeHeld = false;
let idle: NodeJS.Timeout | undefined;

function getWorkspace(path: string): Workspace {
  const known = workspaces.get(path);
  if (known) return known;
  const options = { workspace: path, fontArgs: [{ fontPaths: fontFolders }] };
  const workspace = { compiler: NodeCompiler.create(options), placed: new Map<string, string>() };
  workspaces.set(path, workspace);
  return workspace;
}

/**
 * Files shared with the previous job stay, so that Typst's cache stays valid. Returns true if there
 * is a new large picture.
 */
function placeFiles({ compiler, placed }: Workspace, files: Map<string, JobFile>): boolean {
  let hasLarge = false;
  for (const path of placed.keys())
    if (!files.has(path)) {
      compiler.unmapShadow(path);
      placed.delete(path);
    }
  for (const [path, { id, bytes }] of files)
    if (placed.get(path) !== id) {
      compiler.mapShadow(path, Buffer.from(bytes));
      placed.set(path, id);
      hasLarge ||= isLargePicture(bytes);
    }
  return hasLarge;
}

function isLargePicture(bytes: Uint8Array): boolean {
  const found = inspectImage(bytes);
  return 'shape' in found && found.shape.width * found.shape.height > LARGE_PICTURE_PIXELS;
}

function typeset({ template, data, files, format }: TypesetJob): TypesetResult {
  const folder = dirname(template);
  const workspace = getWorkspace(folder);
  const { compiler } = workspace;
  if (isLargeHeld) collectGarbage();
  const hasLarge = placeFiles(
    workspace,
    new Map(
      Object.entries(files).map(([name, file]) => [
        join(folder, name),
        file.jpegSize && format === 'pdf' ? createStandIn(file) : file,
      ]),
    ),
  );
  const finish = (pdf: Buffer): Buffer => replaceStandIns(fixCopiedText(pdf), Object.values(files));
  // A file instead of `sys.inputs`, for which Typst would rebuild its library per document.
  const dataPath = join(folder, 'data.json');
  compiler.mapShadow(dataPath, Buffer.from(data));
  try {
    const compiled = compiler.compile({ mainFilePath: template });
    const document = compiled.result;
    if (!document) throw new Error(formatProblems(compiled.takeError()?.shortDiagnostics));
    if (format === 'svg') return { bytes: Buffer.from(compiler.plainSvg(document)) };
    try {
      return { bytes: finish(compiler.pdf(document, { pdfStandard: 'a-3a' })) };
    } catch (error) {
      // A script without a bundled font: render without the standard's guarantee.
      return { bytes: finish(compiler.pdf(document)), warning: formatProblems([error]) };
    }
  } finally {
    compiler.unmapShadow(dataPath);
    typesetCount += 1;
    isLargeHeld = hasLarge;
    if (hasLarge || typesetCount % evictEvery === 0) compiler.evictCache(1);
  }
}

function formatProblems(problems: unknown[] | undefined): string {
  const all = (problems ?? []).map((problem) => String((problem as Error).message ?? problem));
  return all.join('; ').slice(0, 300) || 'unknown';
}

function evictAll(): void {
  for (const { compiler } of workspaces.values()) compiler.evictCache(0);
}

/** A white pixel in the color model of photos (YCbCr), after its start marker (JPEG B.1.1.3). */
const pixel = Buffer.from(
  '/9sAQwAQCwwODAoQDg0OEhEQExgoGhgWFhgxIyUdKDozPTw5Mzg3QEhcTkBEV0U3OFBtUVdfYmdoZz5NcXlwZHhcZWdj/9sAQwEREhIYFRgvGhovY0I4QmNjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2Nj/8AAEQgAAQABAwERAAIRAQMRAf/EABQAAQAAAAAAAAAAAAAAAAAAAAf/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFAEBAAAAAAAAAAAAAAAAAAAAAP/EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAMAwEAAhEDEQA/AEAH/9k=',
  'base64',
);
const startOfImage = Buffer.from([0xff, 0xd8]);

/** A JPG of one pixel with the file's id as comment, so that each file has its own. */
function createStandIn({ id }: Pick<JobFile, 'id'>): JobFile {
  const comment = Buffer.from(id);
  const head = Buffer.from([0xff, 0xfe, 0, 0]);
  head.writeUInt16BE(comment.length + 2, 2);
  return { id: `stand-in ${id}`, bytes: Buffer.concat([startOfImage, head, comment, pixel]) };
}

/** Puts the JPGs into the PDF. Typst keeps a JPG as it is, so stand-ins are found by their bytes. */
function replaceStandIns(pdf: Buffer, files: readonly JobFile[]): Buffer {
  // Typst writes equal pictures once.
  const jpegs = new Map(
    files.flatMap(({ id, bytes, jpegSize }) =>
      jpegSize ? [[id, { bytes: Buffer.from(bytes), ...jpegSize }]] : [],
    ),
  );
  if (jpegs.size === 0) return pdf;
  const file = openPdf(pdf);
  if (!file) throw new Error('the PDF has an unknown structure');
  for (const [id, jpeg] of jpegs) file.replaceJpeg(Buffer.from(createStandIn({ id }).bytes), jpeg);
  return file.write();
}

serveJobs((job: TypesetJob) => {
  clearTimeout(idle);
  idle = setTimeout(evictAll, evictAllAfterMs).unref();
  try {
    const result = typeset(job);
    parentPort?.postMessage(result);
  } catch (error) {
    parentPort?.postMessage({
      error: (error as Error).message ?? String(error),
    } satisfies TypesetResult);
  }
});
