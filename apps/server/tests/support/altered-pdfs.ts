import { deflateSync } from 'node:zlib';
import { openPdf, type PdfFile } from '../../src/platform/typeset/pdf-file.ts';
import { rewritePdf } from './pdf.ts';

type Alter = (pdf: Buffer, other: Buffer) => Buffer | Promise<Buffer>;

const coverName =
  'q 1 g 150 250 550 120 re f Q BT /Helv 40 Tf 1 0 0 1 200 290 Tm 0 g (Mallory Jones) Tj ET';

/** Ways to change a certificate. Each also gets the certificate of another credential. */
export const alterations: Record<string, Alter> = {
  'the name is covered in an incremental update': (pdf) =>
    addUpdate(pdf, ({ page, next }) => [
      [next, stream('', coverName)],
      [page.id, addContent(page.value, next)],
    ]),
  'the name is covered in a new content stream': (pdf) =>
    edit(pdf, (file) => {
      const page = findPage(file);
      const cover = file.addStream(Buffer.from(coverName));
      file.setValue(page.id, addContent(page.value, cover));
    }),
  'the first letters that the page draws are others': (pdf) =>
    edit(pdf, (file) =>
      changeContent(file, (text) => text.replace(/\(([^()\\]{2})([^()\\]{2})/, '($2$1')),
    ),
  'letters are drawn invisibly': (pdf) =>
    edit(pdf, (file) => changeContent(file, (text) => text.replaceAll(/\bBT\b/g, 'BT 3 Tr'))),
  'the page is empty': (pdf) => edit(pdf, (file) => changeContent(file, () => 'q Q')),
  'the title is another': (pdf) => replaceBytes(pdf, '<dc:title>', '<dc:titl_>'),
  'the page is larger': (pdf) =>
    edit(pdf, (file) => {
      const page = findPage(file);
      file.setValue(
        page.id,
        page.value.replace(/\/MediaBox \[[^\]]*\]/, '/MediaBox [0 0 400 300]'),
      );
    }),
  'the credential names someone else': (pdf) =>
    edit(pdf, (file) =>
      changeCredential(file, (text) => text.replaceAll('Charles Babbage', 'Mallory Jones')),
    ),
  'the credential is that of someone else': (pdf, other) =>
    edit(pdf, (file) => changeCredential(file, () => readCredential(other))),
  'the page is that of someone else': (pdf, other) =>
    edit(other, (file) => changeCredential(file, () => readCredential(pdf))),
  'a second credential is attached': (pdf, other) =>
    addUpdate(pdf, ({ file, next }) => {
      const [specification, value] = findSpecification(file);
      const names = [...file.values].find(([, text]) => text.includes('/EmbeddedFiles'));
      const renamed = value
        .replaceAll('credential.json', 'b.json')
        .replace(/\/EF <<[^>]*>>/, `/EF << /F ${next} 0 R /UF ${next} 0 R >>`);
      const [id = 0, catalog = ''] = names ?? [];
      return [
        [next, stream('/Type /EmbeddedFile', readCredential(other))],
        [next + 1, renamed],
        [
          id,
          catalog.replace(
            /\/Names \[[^\]]*\]/,
            `/Names [(a.json) ${specification} 0 R (b.json) ${next + 1} 0 R]`,
          ),
        ],
      ];
    }),
  'the seal is missing': (pdf) => removeSeal(pdf),
  'the seal is that of another certificate': (pdf, other) =>
    Buffer.from(
      removeSeal(pdf)
        .toString('latin1')
        .replace('startxref\n', `${readSealLine(other)}startxref\n`),
      'latin1',
    ),
  'the seal is there twice': (pdf) =>
    Buffer.from(
      pdf.toString('latin1').replace('startxref\n', `${readSealLine(pdf)}startxref\n`),
      'latin1',
    ),
  'the seal is elsewhere': (pdf) =>
    Buffer.from(
      removeSeal(pdf)
        .toString('latin1')
        .replace(/\nxref\n/, `\n${readSealLine(pdf)}xref\n`),
      'latin1',
    ),
  'a bit is flipped': (pdf) => {
    const changed = Buffer.from(pdf);
    const at = pdf.indexOf('stream\n') + 20;
    changed[at] = (changed[at] ?? 0) ^ 1;
    return changed;
  },
  'something follows the end': (pdf) => Buffer.concat([pdf, Buffer.from('\n% later')]),
  'something precedes the header': (pdf) => Buffer.concat([Buffer.from('%\n'), pdf]),
  'a note is added in an incremental update': (pdf) =>
    addUpdate(pdf, ({ page, next }) => [
      [
        next,
        '<< /Type /Annot /Subtype /FreeText /Rect [150 250 700 370] /Contents (Mallory Jones) /DA (/Helv 40 Tf) /C [1 1 1] >>',
      ],
      [page.id, addEntries(page.value, `/Annots [${next} 0 R]`)],
    ]),
  'a script is added in an incremental update': (pdf) =>
    addUpdate(pdf, ({ file, next }) => {
      const { id, value } = findCatalog(file);
      return [
        [next, '<< /S /JavaScript /JS (app.alert\\("Mallory"\\)) >>'],
        [id, addEntries(value, `/OpenAction ${next} 0 R`)],
      ];
    }),
  'a form field covers the name in an incremental update': (pdf) =>
    addUpdate(pdf, ({ file, page, next }) => {
      const catalog = findCatalog(file);
      return [
        [
          next,
          `<< /Type /Annot /Subtype /Widget /FT /Tx /T (name) /V (Mallory Jones) /DA (/Helv 40 Tf 0 g) /Rect [150 250 700 370] /P ${page.id} 0 R /AP << /N ${next + 1} 0 R >> >>`,
        ],
        [
          next + 1,
          stream('/Type /XObject /Subtype /Form /BBox [0 0 550 120]', '1 g 0 0 550 120 re f'),
        ],
        [page.id, addEntries(page.value, `/Annots [${next} 0 R]`)],
        [
          catalog.id,
          addEntries(catalog.value, `/AcroForm << /Fields [${next} 0 R] /NeedAppearances true >>`),
        ],
      ];
    }),
  'the name is covered in a layer that can be hidden': (pdf) =>
    addUpdate(pdf, ({ file, page, next }) => {
      const catalog = findCatalog(file);
      const properties = `/Resources << /Properties << /Cover ${next} 0 R >>`;
      return [
        [next, '<< /Type /OCG /Name (Cover) >>'],
        [next + 1, stream('', `/OC /Cover BDC ${coverName} EMC`)],
        [page.id, addContent(page.value, next + 1).replace(/\/Resources <</, properties)],
        [
          catalog.id,
          addEntries(
            catalog.value,
            `/OCProperties << /OCGs [${next} 0 R] /D << /ON [${next} 0 R] >> >>`,
          ),
        ],
      ];
    }),
  'the attachment has another name': (pdf) =>
    Buffer.from(pdf.toString('latin1').replaceAll('credential.json', 'Credential.json'), 'latin1'),
  'its cross-references are a table and a stream': (pdf) => addHybridUpdate(pdf),
  'another program saved it with object streams': (pdf) =>
    rewritePdf(pdf, '--object-streams=generate'),
  'another program saved it for the web': (pdf) => rewritePdf(pdf, '--linearize'),
  'another program encrypted it without a password': (pdf) =>
    rewritePdf(pdf, '--encrypt', '', 'owner', '256', '--'),
  'the page is there twice': (pdf) => rewritePdf(pdf, '--pages', '/a.pdf', '1,1', '--'),
};

/** The attached document of a certificate. */
export function readCredential(pdf: Buffer): string {
  const file = open(pdf);
  return file.readStream(findEmbedded(file)) ?? '';
}

function open(pdf: Buffer): PdfFile {
  const file = openPdf(pdf);
  if (!file) throw new Error('not as Typst writes it');
  return file;
}

function edit(pdf: Buffer, change: (file: PdfFile) => void): Buffer {
  const file = open(pdf);
  change(file);
  return file.write();
}

type Part = { id: number; value: string };

function findPage({ values }: PdfFile): Part {
  const [id, value] = [...values].find(([, text]) => /\/Type \/Page\b(?!s)/.test(text)) ?? [];
  if (id === undefined || value === undefined) throw new Error('no page');
  return { id, value };
}

function findCatalog({ values }: PdfFile): Part {
  const [id, value] = [...values].find(([, text]) => text.includes('/Type /Catalog')) ?? [];
  if (id === undefined || value === undefined) throw new Error('no catalog');
  return { id, value };
}

const addEntries = (dictionary: string, entries: string): string =>
  dictionary.replace(/>>\s*$/, `${entries} >>`);

const addContent = (page: string, id: number): string =>
  page
    .replace(/\/Contents (\d+ 0 R)/, `/Contents [$1 ${id} 0 R]`)
    .replace(/\/Font <</, '/Font << /Helv << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>');

function changeContent(file: PdfFile, change: (text: string) => string): void {
  const [, id] = /\/Contents (\d+) 0 R/.exec(findPage(file).value) ?? [];
  const content = file.readStream(Number(id)) ?? '';
  const changed = change(content);
  if (changed === content) throw new Error('nothing changed');
  file.setStream(Number(id), changed);
}

function findSpecification({ values }: PdfFile): [id: number, value: string] {
  const found = [...values].find(([, value]) => value.includes('/AFRelationship'));
  if (!found) throw new Error('no attachment');
  return found;
}

function findEmbedded(file: PdfFile): number {
  const [, id] = /\/EF <<\s*\/F (\d+) 0 R/.exec(findSpecification(file)[1]) ?? [];
  return Number(id);
}

function changeCredential(file: PdfFile, change: (text: string) => string): void {
  const id = findEmbedded(file);
  file.setStream(id, change(file.readStream(id) ?? ''));
}

const stream = (entries: string, content: string): string => {
  const bytes = deflateSync(Buffer.from(content, 'latin1'));
  return `<< ${entries} /Filter /FlateDecode /Length ${bytes.length} >>\nstream\n${bytes.toString('latin1')}\nendstream`;
};

type Update = { file: PdfFile; page: Part; next: number };

/** Appends objects, as programs do that save only changes (ISO 32000 §7.5.6). */
function addUpdate(pdf: Buffer, change: (update: Update) => [id: number, value: string][]): Buffer {
  const file = open(pdf);
  const next = Math.max(...file.values.keys()) + 1;
  const objects = change({ file, page: findPage(file), next });
  const text = pdf.toString('latin1');
  const previous = /startxref\n(\d+)\n%%EOF\s*$/.exec(text)?.[1];
  const trailer = /trailer\n<<([\s\S]*?)>>\s*(?:%[^\n]*\n)?startxref/.exec(text)?.[1] ?? '';
  let updated = `${text}\n`;
  let table = 'xref\n';
  for (const [id, value] of objects) {
    table += `${id} 1\n${String(updated.length).padStart(10, '0')} 00000 n \n`;
    updated += `${id} 0 obj\n${value}\nendobj\n`;
  }
  const at = updated.length;
  const size = Math.max(next, ...objects.map(([id]) => id + 1));
  const entries = trailer.replace(/\/Size \d+/, `/Size ${size}`);
  updated += `${table}trailer\n<<${entries}/Prev ${previous}>>\nstartxref\n${at}\n%%EOF\n`;
  return Buffer.from(updated, 'latin1');
}

/** The covering stream is found only through a cross-reference stream (ISO 32000 §7.5.8.4). */
function addHybridUpdate(pdf: Buffer): Buffer {
  const next = Math.max(...open(pdf).values.keys()) + 1;
  const cover = Buffer.from(`${next} 0 obj\n${stream('', coverName)}\nendobj\n`, 'latin1');
  const entry = Buffer.alloc(7);
  entry.writeUInt8(1, 0);
  entry.writeUInt32BE(pdf.length + 1, 1);
  const entries = `/Type /XRef /Size ${next + 2} /W [1 4 2] /Index [${next} 1]`;
  const table = stream(entries, entry.toString('latin1'));
  const at = pdf.length + 1 + cover.length;
  const before = Buffer.concat([pdf, Buffer.from('\n'), cover]);
  const whole = Buffer.concat([
    before,
    Buffer.from(`${next + 1} 0 obj\n${table}\nendobj\n`, 'latin1'),
  ]);
  const { id, value } = findPage(open(pdf));
  const page = `${id} 0 obj\n${addContent(value, next)}\nendobj\n`;
  const trailer = /trailer\n<<([\s\S]*?)>>\s*(?:%[^\n]*\n)?startxref/.exec(pdf.toString('latin1'));
  const previous = /startxref\n(\d+)\n%%EOF\s*$/.exec(pdf.toString('latin1'))?.[1];
  const start = whole.length + page.length;
  const offset = String(whole.length).padStart(10, '0');
  const more = (trailer?.[1] ?? '').replace(/\/Size \d+/, `/Size ${next + 2}`);
  return Buffer.concat([
    whole,
    Buffer.from(
      `${page}xref\n${id} 1\n${offset} 00000 n \ntrailer\n<<${more}/Prev ${previous} /XRefStm ${at}>>\nstartxref\n${start}\n%%EOF\n`,
      'latin1',
    ),
  ]);
}

const sealLine = /%insignia-seal [^\n]*\n/;

const readSealLine = (pdf: Buffer): string => sealLine.exec(pdf.toString('latin1'))?.[0] ?? '';

const removeSeal = (pdf: Buffer): Buffer =>
  Buffer.from(pdf.toString('latin1').replace(sealLine, ''), 'latin1');

function replaceBytes(pdf: Buffer, from: string, to: string): Buffer {
  const text = pdf.toString('latin1');
  if (!text.includes(from)) throw new Error(`no ${from}`);
  return Buffer.from(text.replace(from, to), 'latin1');
}
