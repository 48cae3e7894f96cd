import { readFileSync } from 'node:fs';
import { inflateSync } from 'node:zlib';
import type { PdfJob, RenderedImage, RenderResult } from './job.ts';

/** The functions of PDFium that are used. Numbers are addresses in its memory. */
type Pdfium = {
  HEAPU8: Uint8Array;
  wasmExports: { malloc: (bytes: number) => number };
  _FPDF_LoadMemDocument: (file: number, bytes: number, password: number) => number;
  _FPDF_GetLastError: () => number;
  _FPDF_GetSecurityHandlerRevision: (document: number) => number;
  _FPDF_GetPageCount: (document: number) => number;
  _FPDF_LoadPage: (document: number, page: number) => number;
  _FPDF_GetPageWidth: (page: number) => number;
  _FPDF_GetPageHeight: (page: number) => number;
  _FPDFBitmap_CreateEx: (
    ...shape: [width: number, height: number, format: number, data: number, stride: number]
  ) => number;
  _FPDFBitmap_FillRect: (bitmap: number, ...area: [...Area, color: number]) => void;
  _FPDFBitmap_GetBuffer: (bitmap: number) => number;
  _FPDF_RenderPageBitmap: (
    bitmap: number,
    page: number,
    ...where: [...Area, turn: number, flags: number]
  ) => void;
};
type Area = [left: number, top: number, width: number, height: number];

const MAX_PDF_PAGES = 100;
/** The page as a picture takes 50 MiB of it. */
const MAX_MEMORY_BYTES = 256 * 1024 * 1024;
const WASM_PAGE_BYTES = 64 * 1024;
/** In points: an inch, and the maximum of PDF 1.7. */
const [MIN_PAGE_SIDE, MAX_PAGE_SIDE] = [72, 14_400];
const MAX_UNPACKED_BYTES = 32 * 1024 * 1024;
const MAX_OBJECT_STREAMS = 1_000;
/** Viewers look for the end of a PDF this far from the end of the file. */
const TAIL_BYTES = 1_024;

const passwordError = 4;
const BGRA = 4;
/** FPDF_REVERSE_BYTE_ORDER and FPDF_RENDER_LIMITEDIMAGECACHE. */
const FLAGS = 0x10 | 0x200;
const WHITE = 0xffffffff;
const carriageReturn = 0x0d;

const damaged = 'is damaged or not a readable PDF';
const encrypted = 'is encrypted. Save it without a password';
export const tooComplexPdf = 'takes too long or too much memory to draw. Print it to a new PDF';

let compiled: WebAssembly.Module | undefined;

/**
 * Draws the first page without annotations on white. Each job has its own instance, because memory
 * of WebAssembly never shrinks, and because a hostile file may damage it.
 */
export async function renderPdf({ pdf, side }: PdfJob): Promise<RenderResult> {
  const refused = findFileError(Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength));
  if (refused) return toError(refused);
  const memory: MemoryLimit = { isExceeded: false };
  try {
    const drawn = drawPage(await startPdfium(memory), pdf, side);
    // Without the memory, PDFium may have left out parts of the page.
    if (memory.isExceeded) return toError(tooComplexPdf);
    return typeof drawn === 'string' ? toError(drawn) : drawn;
  } catch {
    return toError(memory.isExceeded ? tooComplexPdf : damaged);
  }
}

const toError = (message: string): RenderResult => ({ errors: [{ path: 'image', message }] });

type MemoryLimit = { isExceeded: boolean };

async function startPdfium(limit: MemoryLimit): Promise<Pdfium> {
  const { PDFiumLibrary } = await import('@hyzyla/pdfium');
  compiled ??= new WebAssembly.Module(
    readFileSync(new URL(import.meta.resolve('@hyzyla/pdfium/pdfium.wasm'))),
  );
  const module = compiled;
  // PDFium reports to the console that memory is missing. Strangers would fill the log with it.
  const { error } = console;
  console.error = () => {};
  const library = await PDFiumLibrary.init({
    instantiateWasm: (imports, succeed) => {
      const instance = new WebAssembly.Instance(module, imports);
      limitMemory(instance.exports.memory as WebAssembly.Memory, limit);
      // Emscripten passes on the instance, which the types call a module.
      succeed(instance as unknown as WebAssembly.Module);
      return instance.exports;
    },
  }).finally(() => {
    console.error = error;
  });
  return (library as unknown as { module: Pdfium }).module;
}

function limitMemory(memory: WebAssembly.Memory, limit: MemoryLimit): void {
  const grow = memory.grow.bind(memory);
  Object.defineProperty(memory, 'grow', {
    value: (pages: number): number => {
      if (memory.buffer.byteLength + pages * WASM_PAGE_BYTES > MAX_MEMORY_BYTES) {
        limit.isExceeded = true;
        throw new RangeError('the PDF needs too much memory');
      }
      return grow(pages);
    },
  });
}

/** The page, or the reason why it can't be drawn. */
function drawPage(pdfium: Pdfium, pdf: Uint8Array, side: number): RenderedImage | string {
  const file = pdfium.wasmExports.malloc(pdf.length);
  if (file === 0) return tooComplexPdf;
  pdfium.HEAPU8.set(pdf, file);
  const document = pdfium._FPDF_LoadMemDocument(file, pdf.length, 0);
  if (document === 0) return pdfium._FPDF_GetLastError() === passwordError ? encrypted : damaged;
  // Files that open without a password may be encrypted too, which protects them from changes.
  if (pdfium._FPDF_GetSecurityHandlerRevision(document) >= 0) return encrypted;
  const pages = pdfium._FPDF_GetPageCount(document);
  if (pages > MAX_PDF_PAGES)
    return `has more than ${MAX_PDF_PAGES} pages. Save only the page of the background`;
  const page = pages > 0 ? pdfium._FPDF_LoadPage(document, 0) : 0;
  if (page === 0) return damaged;
  const [wide, high] = [pdfium._FPDF_GetPageWidth(page), pdfium._FPDF_GetPageHeight(page)];
  if (!(Math.min(wide, high) >= MIN_PAGE_SIDE && Math.max(wide, high) <= MAX_PAGE_SIDE))
    return 'has a first page that is smaller than 2.5 cm or larger than 5 m';
  const scale = side / Math.max(wide, high);
  const [width, height] = [Math.round(wide * scale), Math.round(high * scale)];
  const bitmap = pdfium._FPDFBitmap_CreateEx(width, height, BGRA, 0, 0);
  if (bitmap === 0) return tooComplexPdf;
  pdfium._FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE);
  pdfium._FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, FLAGS);
  const start = pdfium._FPDFBitmap_GetBuffer(bitmap);
  const data = pdfium.HEAPU8.slice(start, start + width * height * 4);
  return new Uint32Array(data.buffer).every((pixel) => pixel === WHITE)
    ? 'has an empty first page'
    : { data, width, height };
}

/** Errors that need no parser. */
function findFileError(pdf: Buffer): string | undefined {
  // An incomplete file is repaired by most programs, which leaves out pages or parts of them.
  if (pdf.lastIndexOf('%%EOF') < pdf.length - TAIL_BYTES) return damaged;
  const unpacked = unpackObjects(pdf);
  if (unpacked === undefined) return tooComplexPdf;
  return [pdf, ...unpacked].some(hasScript) ? 'contains scripts. Print it to a new PDF' : undefined;
}

/**
 * The name `/JavaScript`. Any of its characters may be hexadecimal digits (ISO 32000 §7.3.5). Replacing all such
 * digits in a text of 32 MiB would take more memory at once than ends only the thread.
 */
const scriptName =
  /\/(?:J|#4[Aa])(?:a|#61)(?:v|#76)(?:a|#61)(?:S|#53)(?:c|#63)(?:r|#72)(?:i|#69)(?:p|#70)(?:t|#74)/;

/** Only pixels remain of a file, but one with scripts is not what it looks like elsewhere. */
const hasScript = (part: Buffer): boolean => scriptName.test(part.toString('latin1'));

/** Streams that contain objects (ISO 32000 §7.5.7). Undefined if they are too large. */
function unpackObjects(pdf: Buffer): Buffer[] | undefined {
  const unpacked: Buffer[] = [];
  let left = MAX_UNPACKED_BYTES;
  for (const start of listObjectStreams(pdf)) {
    const part = inflate(pdf.subarray(start), left);
    if (part === undefined || unpacked.length === MAX_OBJECT_STREAMS) return undefined;
    left -= part.length;
    unpacked.push(part);
  }
  return unpacked;
}

function* listObjectStreams(pdf: Buffer): Generator<number> {
  for (let at = pdf.indexOf('/ObjStm'); at >= 0; at = pdf.indexOf('/ObjStm', at + 1)) {
    const end = pdf.indexOf('stream', at) + 'stream'.length;
    if (end < at) return;
    yield end + (pdf[end] === carriageReturn ? 2 : 1);
  }
}

/** Undefined if there is more. Empty if the stream is damaged or compressed in another way. */
function inflate(packed: Buffer, maxOutputLength: number): Buffer | undefined {
  if (maxOutputLength <= 0) return undefined;
  try {
    return inflateSync(packed, { maxOutputLength });
  } catch (error) {
    const isTooLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    return isTooLarge ? undefined : Buffer.alloc(0);
  }
}
