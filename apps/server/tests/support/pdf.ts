import { createRequire } from 'node:module';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import createQpdf from '@neslinesli93/qpdf-wasm';
import { getDocumentProxy } from 'unpdf';

const wasm = createRequire(import.meta.url).resolve('@neslinesli93/qpdf-wasm/dist/qpdf.wasm');

export type PdfContent = {
  pages: number;
  title: string;
  isTagged: boolean;
  /** Size of the first page, in points. */
  size: [width: number, height: number];
  text: string;
  /** Positions on the first page, in points from the lower left corner. */
  placed: PlacedText[];
  attachments: { name: string; text: string }[];
};
/** A piece of a line. Ascent and descent are assumed. */
export type PlacedText = {
  text: string;
  left: number;
  right: number;
  bottom: number;
  top: number;
  isLevel: boolean;
};

/** Contents of a PDF by an independent reader, PDF.js. Throws if qpdf finds an error. */
export async function readPdf(bytes: Uint8Array): Promise<PdfContent> {
  await check(bytes);
  const document = await getDocumentProxy(new Uint8Array(bytes));
  try {
    const { info } = await document.getMetadata();
    const items = [];
    for (let number = 1; number <= document.numPages; number++)
      items.push(await readItems(await document.getPage(number)));
    const [left = 0, bottom = 0, right = 0, top = 0] = (await document.getPage(1)).view;
    return {
      pages: document.numPages,
      title: String((info as { Title?: string }).Title ?? ''),
      isTagged: (await document.getMarkInfo())?.Marked === true,
      size: [right - left, top - bottom],
      text: items
        .flat()
        .map(({ str, hasEOL }) => (hasEOL ? `${str}\n` : str))
        .join(''),
      placed: (items[0] ?? []).filter(({ str }) => str.trim()).map(getPosition),
      attachments: await readAttachments(document),
    };
  } finally {
    await document.loadingTask.destroy();
  }
}

type Attachments = {
  getAttachments: () => Promise<Map<string, unknown> | null>;
  getAttachmentContent: (name: string) => Promise<Uint8Array | null>;
};

async function readAttachments(document: Attachments): Promise<PdfContent['attachments']> {
  const names = [...((await document.getAttachments()) ?? new Map()).keys()];
  return Promise.all(
    names.map(async (name) => ({
      name,
      text: Buffer.from((await document.getAttachmentContent(name)) ?? '').toString(),
    })),
  );
}

type Item = { str: string; hasEOL: boolean; width: number; transform: number[] };

async function readItems(page: {
  getTextContent: () => Promise<{ items: object[] }>;
}): Promise<Item[]> {
  const { items } = await page.getTextContent();
  return items.filter((item): item is Item => 'str' in item);
}

function getPosition(item: Item): PlacedText {
  const [, turned = 0, slanted = 0, size = 0, left = 0, base = 0] = item.transform;
  return {
    text: item.str,
    ...{ left, right: left + item.width, bottom: base - size * 0.1, top: base + size * 0.65 },
    isLevel: turned === 0 && slanted === 0,
  };
}

let pdfium: PDFiumLibrary | undefined;

/** Text copied in Chrome, which uses PDFium. */
export async function copyInChrome(bytes: Uint8Array): Promise<string> {
  pdfium ??= await PDFiumLibrary.init();
  const document = await pdfium.loadDocument(bytes);
  try {
    return [...document.pages()].map((page) => page.getText()).join('\n');
  } finally {
    document.destroy();
  }
}

type Qpdf = {
  FS: {
    init: (
      input: () => null,
      output: (byte: number) => void,
      errors: (byte: number) => void,
    ) => void;
    writeFile: (path: string, bytes: Uint8Array) => void;
    readFile: (path: string) => Uint8Array;
  };
  callMain: (options: string[]) => number;
};
type Prepare = { locateFile: () => string; preRun: ((qpdf: Qpdf) => void)[] };

const output: number[] = [];
const addToOutput = (byte: number): void => void output.push(byte);
/** Never discarded: V8 can abort the process when it frees compiled WebAssembly (nodejs/node 64500). */
let qpdf: Qpdf | undefined;

async function check(bytes: Uint8Array): Promise<void> {
  await runQpdf(bytes, '--check');
}

/** Writes the file again with another program. */
export async function rewritePdf(bytes: Uint8Array, ...options: string[]): Promise<Buffer> {
  const { FS } = await runQpdf(bytes, ...options, '/b.pdf');
  return Buffer.from(FS.readFile('/b.pdf'));
}

async function runQpdf(bytes: Uint8Array, ...options: string[]): Promise<Qpdf> {
  qpdf ??= await (createQpdf as unknown as (options: Prepare) => Promise<Qpdf>)({
    locateFile: () => wasm,
    preRun: [({ FS }) => FS.init(() => null, addToOutput, addToOutput)],
  });
  output.length = 0;
  qpdf.FS.writeFile('/a.pdf', bytes);
  const [first = '', ...rest] = options;
  const code = qpdf.callMain(first === '--check' ? [first, '/a.pdf'] : ['/a.pdf', ...options]);
  if (code !== 0) throw new Error(`qpdf (${code}, ${rest}): ${Buffer.from(output)}`);
  return qpdf;
}
