import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

async function tool(name: string, ...options: string[]): Promise<string> {
  try {
    const { stdout } = await run(name, options, { maxBuffer: 10_000_000 });
    return stdout;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new Error(`the tests of PDFs need ${name}: apt-get install qpdf poppler-utils`);
  }
}

export type ReadPdf = {
  pages: number;
  title: string;
  isTagged: boolean;
  size: string;
  text: string;
};

/** What independent readers find in a PDF; throws when qpdf finds a fault. */
export async function readPdf(bytes: Uint8Array): Promise<ReadPdf> {
  const directory = await mkdtemp(join(tmpdir(), 'insignia-pdf-'));
  try {
    const file = join(directory, 'a.pdf');
    await writeFile(file, bytes);
    await tool('qpdf', '--check', file);
    const info = await tool('pdfinfo', file);
    const found = (name: string): string =>
      new RegExp(`^${name}: +(.*)$`, 'm').exec(info)?.[1]?.trim() ?? '';
    const text = await tool('pdftotext', '-raw', file, '-');
    return {
      ...{ pages: Number(found('Pages')), title: found('Title'), size: found('Page size') },
      ...{ isTagged: found('Tagged') === 'yes', text },
    };
  } finally {
    await rm(directory, { recursive: true });
  }
}
