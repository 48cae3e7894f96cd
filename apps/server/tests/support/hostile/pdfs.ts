import { constants, deflateRawSync, deflateSync } from 'node:zlib';
import { rewritePdf } from '../pdf.ts';

type PdfObject = string | { dictionary: string; stream: Buffer };

/** A PDF of these objects, of which the first is the catalog. */
function writePdf(objects: PdfObject[]): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')];
  const offsets: number[] = [];
  let length = parts[0]?.length ?? 0;
  const add = (part: Buffer): void => {
    parts.push(part);
    length += part.length;
  };
  for (const [n, object] of objects.entries()) {
    offsets.push(length);
    const { dictionary, stream } =
      typeof object === 'string' ? { dictionary: object, stream: undefined } : object;
    const head = stream ? dictionary.replace('>>', `/Length ${stream.length} >>`) : dictionary;
    add(Buffer.from(`${n + 1} 0 obj\n${head}\n`));
    if (stream) add(Buffer.concat([Buffer.from('stream\n'), stream, Buffer.from('\nendstream\n')]));
    add(Buffer.from('endobj\n'));
  }
  const entries = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`);
  const size = objects.length + 1;
  add(
    Buffer.from(
      `xref\n0 ${size}\n0000000000 65535 f \n${entries.join('')}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${length}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}

/** Left half red, right half blue, on a page of A4. */
const halves = '1 0 0 rg 0 0 421 595 re f 0 0 1 rg 421 0 421 595 re f';

type Sample = {
  content?: string | Buffer;
  mediaBox?: string;
  pages?: number;
  page?: string;
  catalog?: string;
  more?: PdfObject[];
};

/** `more` objects have the numbers from 4 on. */
export function samplePdf({
  content = halves,
  mediaBox = '[0 0 842 595]',
  pages = 1,
  page = '',
  catalog = '',
  more = [],
}: Sample = {}): Buffer {
  const first = 4 + more.length;
  const kids = Array.from({ length: pages }, (_, n) => `${first + n} 0 R`);
  const stream =
    typeof content === 'string'
      ? { dictionary: '<< >>', stream: Buffer.from(content) }
      : { dictionary: '<< /Filter /FlateDecode >>', stream: content };
  return writePdf([
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    `<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${pages} >>`,
    stream,
    ...more,
    ...kids.map(
      () =>
        `<< /Type /Page /Parent 2 0 R /MediaBox ${mediaBox} /Contents 3 0 R /Resources << >> ${page} >>`,
    ),
  ]);
}

/** Compressed zeros, which are 1,000 times as long. */
function compressedZeros(mebibytes: number): Buffer {
  const block = deflateRawSync(Buffer.alloc(1024 * 1024), { finishFlush: constants.Z_FULL_FLUSH });
  return Buffer.concat([
    Buffer.from([0x78, 0x01]),
    ...Array.from({ length: mebibytes }, () => block),
    Buffer.from([0x03, 0x00, 0, 0, 0, 0]),
  ]);
}

function pictureBomb(): Buffer {
  const picture = {
    dictionary:
      '<< /Type /XObject /Subtype /Image /Width 60000 /Height 60000 /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /FlateDecode >>',
    stream: compressedZeros(3_500),
  };
  return samplePdf({
    content: '842 0 0 595 0 0 cm /Bomb Do',
    more: [picture],
    page: '/Resources << /XObject << /Bomb 4 0 R >> >>',
  });
}

const loop = (kid: string): Buffer =>
  writePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kid}] /Count 1 >>`,
    '<< /Type /Pages /Parent 2 0 R /Kids [2 0 R] /Count 1 >>',
  ]);

function deepTree(depth: number): Buffer {
  const nodes = Array.from(
    { length: depth },
    (_, n) => `<< /Type /Pages /Kids [${n + 3} 0 R] /Count 1 >>`,
  );
  return writePdf(['<< /Type /Catalog /Pages 2 0 R >>', ...nodes, 'null']);
}

const encrypt = (...passwords: string[]): Promise<Buffer> =>
  rewritePdf(samplePdf(), '--encrypt', ...passwords, '256', '--');
const script = '/OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >>';

export type HostilePdf = {
  name: string;
  make: () => Buffer | Promise<Buffer>;
  refused: RegExp;
};

const encrypted = /is encrypted\. Save it without a password/;
const damaged = /is damaged or not a readable PDF/;
const scripted = /contains scripts\. Print it to a new PDF/;
const tooComplex = /takes too long or too much memory to draw/;
const wrongSize = /smaller than 2\.5 cm or larger than 5 m/;

/** Refused at once. */
export const badPdfs: HostilePdf[] = [
  { name: 'with a password', make: () => encrypt('user', 'owner'), refused: encrypted },
  { name: 'with an empty password', make: () => encrypt('', 'owner'), refused: encrypted },
  { name: 'without its end', make: () => samplePdf().subarray(0, -200), refused: damaged },
  { name: 'with only a header', make: () => Buffer.from('%PDF-1.7\n%%EOF\n'), refused: damaged },
  { name: 'with a script', make: () => samplePdf({ catalog: script }), refused: scripted },
  {
    name: 'with a script in other letters',
    make: () => samplePdf({ catalog: script.replace('/JavaScript', '/Java#53cript') }),
    refused: scripted,
  },
  {
    name: 'with a script in compressed objects',
    make: () => rewritePdf(samplePdf({ catalog: script }), '--object-streams=generate'),
    refused: scripted,
  },
  { name: 'with 101 pages', make: () => samplePdf({ pages: 101 }), refused: /more than 100 pages/ },
  {
    name: 'with an empty page',
    make: () => samplePdf({ content: '1 g 0 0 99 99 re f' }),
    refused: /has an empty first page/,
  },
  {
    name: 'with a huge page',
    make: () => samplePdf({ mediaBox: '[0 0 1000000000 1000000000]' }),
    refused: wrongSize,
  },
  {
    name: 'with a tiny page',
    make: () => samplePdf({ mediaBox: '[0 0 2 2]' }),
    refused: wrongSize,
  },
  { name: 'with pages in a circle', make: () => loop('3 0 R'), refused: damaged },
  { name: 'with pages in themselves', make: () => loop('2 0 R'), refused: damaged },
  { name: 'with an endless page tree', make: () => deepTree(50_000), refused: damaged },
];

/** Take memory or processor time until they are stopped. */
export const expensivePdfs: HostilePdf[] = [
  { name: 'with a picture bomb', make: pictureBomb, refused: tooComplex },
  {
    name: 'with 4 GiB of content',
    make: () => samplePdf({ content: compressedZeros(4_000) }),
    refused: tooComplex,
  },
  {
    name: 'with a million shapes',
    make: () => samplePdf({ content: deflateSync('0 0 842 595 re f\n'.repeat(1_000_000)) }),
    refused: tooComplex,
  },
];
