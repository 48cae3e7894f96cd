import { deflateSync, inflateSync } from 'node:zlib';
import type { PictureSize } from './job.ts';

/**
 * Objects of a PDF as Typst writes it: one cross-reference table (ISO 32000 §7.5.4), no object
 * streams.
 */
export type PdfFile = {
  /** Dictionaries and other values, without their streams. */
  values: Map<number, string>;
  /** Returns the decoded stream of an object, as Latin-1. */
  readStream: (id: number) => string | undefined;
  setValue: (id: number, value: string) => void;
  /** Keeps the dictionary except for its length. */
  setStream: (id: number, content: string) => void;
  /** Replaces a JPG by one with the same colors (§8.9.5). */
  replaceJpeg: (jpeg: Buffer, by: PictureSize & { bytes: Buffer }) => void;
  /** Adds a stream and returns the number of its object. */
  addStream: (content: Buffer) => number;
  write: () => Buffer;
};

type PdfObject = { value: string; stream?: Buffer | undefined };

const streamMark = /\nstream\r?\n/;

/** Returns undefined if the file has another structure. */
export function openPdf(pdf: Buffer): PdfFile | undefined {
  const text = pdf.toString('latin1');
  const tail = text.slice(text.lastIndexOf('\nxref\n') + 1).trimEnd();
  const [trailerAt, startAt] = [tail.indexOf('trailer\n'), tail.lastIndexOf('startxref\n')];
  const isComplete = trailerAt > 0 && startAt > trailerAt && tail.endsWith('\n%%EOF');
  if (!isComplete || !tail.startsWith('xref\n0 ')) return undefined;
  const table = tail.slice(0, trailerAt);
  const trailer = tail.slice(trailerAt + 'trailer\n'.length, startAt);
  const offsets = [...table.matchAll(/(\d{10}) \d{5} n/g)].map(([, at]) => Number(at));
  const [first = 0] = offsets;
  const objects = new Map<number, PdfObject>();
  for (const at of offsets) {
    const found = readObject(pdf, text, at);
    if (!found) return undefined;
    objects.set(found.id, found.object);
  }
  const changed = (id: number): PdfObject => {
    const object = objects.get(id);
    if (!object) throw new Error(`the PDF has no object ${id}`);
    return object;
  };
  return {
    get values() {
      return new Map([...objects].map(([id, { value }]) => [id, value]));
    },
    readStream(id) {
      const { value = '', stream } = objects.get(id) ?? {};
      if (!stream) return undefined;
      return (/\/FlateDecode/.test(value) ? inflateSync(stream) : stream).toString('latin1');
    },
    setValue(id, value) {
      changed(id).value = value;
    },
    setStream(id, content) {
      const object = changed(id);
      const bytes = Buffer.from(content, 'latin1');
      object.stream = /\/FlateDecode/.test(object.value) ? deflateSync(bytes) : bytes;
      object.value = object.value.replace(/\/Length \d+/, `/Length ${object.stream.length}`);
    },
    replaceJpeg(jpeg, { bytes, width, height }) {
      const object = [...objects.values()].find(({ stream }) => stream?.equals(jpeg));
      if (!object) throw new Error('the PDF has another picture');
      object.stream = bytes;
      object.value = object.value
        .replace(/\/Length \d+/, `/Length ${bytes.length}`)
        .replace(/\/Width \d+/, `/Width ${width}`)
        .replace(/\/Height \d+/, `/Height ${height}`);
    },
    addStream(content) {
      const id = Math.max(...objects.keys()) + 1;
      const stream = deflateSync(content);
      objects.set(id, {
        value: `<<\n  /Length ${stream.length}\n  /Filter /FlateDecode\n>>`,
        stream,
      });
      return id;
    },
    write: () => writeFile(pdf.subarray(0, first), objects, trailer),
  };
}

/** Marks where pages are trimmed after printing (ISO 32000 §14.11.2). `margin` is in points. */
export function setTrimBoxes(pdf: Buffer, margin: number): Buffer {
  const file = openPdf(pdf);
  if (!file) throw new Error('the PDF has an unknown structure');
  for (const [id, value] of file.values) {
    const [media, width, height] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(value) ?? [];
    if (media === undefined) continue;
    const [right, top] = [Number(width) - margin, Number(height) - margin];
    const trimmed = [margin, margin, right, top].map((side) => side.toFixed(3)).join(' ');
    const boxes = `${media}\n  /BleedBox [0 0 ${width} ${height}]\n  /TrimBox [${trimmed}]`;
    file.setValue(id, value.replace(media, boxes));
  }
  return file.write();
}

function readObject(
  pdf: Buffer,
  text: string,
  at: number,
): { id: number; object: PdfObject } | undefined {
  const head = /^(\d+) 0 obj\n/.exec(text.slice(at, at + 20));
  if (!head) return undefined;
  const from = at + head[0].length;
  const end = text.indexOf('\nendobj', from);
  const value = text.slice(from, end);
  const mark = streamMark.exec(value);
  if (!mark) return { id: Number(head[1]), object: { value } };
  const dictionary = value.slice(0, mark.index);
  const length = Number(/\/Length (\d+)/.exec(dictionary)?.[1]);
  const start = from + mark.index + mark[0].length;
  const stream = pdf.subarray(start, start + length);
  return { id: Number(head[1]), object: { value: dictionary, stream } };
}

function writeFile(header: Buffer, objects: Map<number, PdfObject>, trailer: string): Buffer {
  const parts = [header];
  let at = header.length;
  const add = (bytes: Buffer): void => {
    parts.push(bytes);
    at += bytes.length;
  };
  const size = Math.max(...objects.keys()) + 1;
  const entries = ['0000000000 65535 f '];
  for (let id = 1; id < size; id++) {
    const { value = 'null', stream } = objects.get(id) ?? {};
    entries.push(`${String(at).padStart(10, '0')} 00000 n `);
    add(Buffer.from(`${id} 0 obj\n${value}`, 'latin1'));
    if (stream) {
      add(Buffer.from('\nstream\n'));
      add(stream);
      add(Buffer.from('\nendstream'));
    }
    add(Buffer.from('\nendobj\n\n'));
  }
  const table = `xref\n0 ${size}\n${entries.join('\n')}\n`;
  const end = trailer.replace(/\/Size \d+/, `/Size ${size}`);
  parts.push(Buffer.from(`${table}trailer\n${end}startxref\n${at}\n%%EOF`, 'latin1'));
  return Buffer.concat(parts);
}
