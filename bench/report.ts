import { readFile, writeFile } from 'node:fs/promises';

const file = new URL('./results.md', import.meta.url);

/** Prints a section of bench/results.md, and writes it with --write. */
export async function writeReport(section: string, text: string): Promise<void> {
  console.log(text);
  if (!process.argv.includes('--write')) return;
  const all = await readFile(file, 'utf8');
  const [begin, end] = [`<!-- ${section} -->\n`, `\n<!-- /${section} -->`];
  const [from, to] = [all.indexOf(begin), all.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`bench/results.md has no section ${section}`);
  await writeFile(file, `${all.slice(0, from + begin.length)}${text.trim()}${all.slice(to)}`);
}
