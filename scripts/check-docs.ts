// Enforces the limits on words that people read, and that links between pages lead somewhere.
import { access, glob, readFile } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';

/** Maximum words of all guides together, without decisions. */
const MAX_GUIDE_WORDS = 22_000;
/** Maximum words of the README before its part for operators. */
const MAX_README_WORDS = 700;

type Page = { file: string; text: string };

const isGuide = ({ file }: Page): boolean => /^docs\/(?!decisions\/)/.test(file);

/** Counts words as `wc -w` does. */
const countWords = (text: string): number => text.split(/\s+/).filter(Boolean).length;

const withoutCode = (text: string): string => text.replaceAll(/^ *```.*?^ *```/gms, '');

/** Returns the anchors of a page's headings, as GitHub forms them. */
function listAnchors(text: string): Set<string> {
  const headings = withoutCode(text).matchAll(/^#{1,6} (.+)$/gm);
  return new Set(
    Array.from(headings, ([, title = '']) =>
      title
        .replaceAll(/\]\([^)]*\)/g, '')
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}

/** Returns the targets of relative links in a page, and of pages that other files name. */
function listTargets({ file, text }: Page): string[] {
  if (!file.endsWith('.md'))
    return [...text.matchAll(/\b(?:docs|deploy)\/[\w./-]+\.md(?:#[\w-]+)?/g)].map(([path]) => path);
  // Anchors that start with `tag/` are those of the API reference.
  const links = withoutCode(text).matchAll(/\]\((?![a-z]+:|\/|#tag\/)([^)\s]+)\)/g);
  return Array.from(links, ([, to = '']) =>
    to.startsWith('#') ? `${file}${to}` : normalize(join(dirname(file), to)),
  );
}

const countGuideWords = (pages: Page[]): number =>
  pages.filter(isGuide).reduce((sum, { text }) => sum + countWords(text), 0);

function findWordErrors(pages: Page[]): string[] {
  const words = countGuideWords(pages);
  const readme = pages.find(({ file }) => file === 'README.md')?.text ?? '';
  const start = countWords(readme.split('## Running it for real')[0] ?? '');
  return [
    ...(words > MAX_GUIDE_WORDS
      ? [`docs: ${words} words without decisions, at most ${MAX_GUIDE_WORDS}: cut what is repeated`]
      : []),
    ...(start > MAX_README_WORDS
      ? [`README.md: ${start} words before “Running it for real”, at most ${MAX_README_WORDS}`]
      : []),
  ];
}

async function findLinkErrors(
  pages: Page[],
  exists: (path: string) => Promise<boolean>,
): Promise<string[]> {
  const anchors = new Map(pages.map(({ file, text }) => [file, listAnchors(text)]));
  const errors: string[] = [];
  for (const page of pages)
    for (const target of listTargets(page)) {
      const [path = '', anchor] = target.split('#');
      if (!(await exists(path))) errors.push(`${page.file}: links to ${path}, which doesn't exist`);
      else if (anchor && !anchors.get(path)?.has(anchor))
        errors.push(`${page.file}: ${path} has no heading for #${anchor}`);
    }
  return errors;
}

async function findPlantedErrors(): Promise<string[]> {
  const planted: Page[] = [
    { file: 'docs/a.md', text: `# Long\n\n${'word '.repeat(MAX_GUIDE_WORDS)}` },
    {
      file: 'docs/use/b.md',
      text: '[a](../a.md#long) [c](../c.md) [d](#none)\n\n```\n[e](e.md)\n```',
    },
    { file: 'apps/e.ts', text: '// See docs/f.md.' },
    { file: 'README.md', text: 'word '.repeat(MAX_README_WORDS + 1) },
  ];
  const exists = (path: string) => Promise.resolve(planted.some(({ file }) => file === path));
  const found = [...findWordErrors(planted), ...(await findLinkErrors(planted, exists))];
  return found.length === 5 ? [] : [`of 5 planted errors, ${found.length} were found`];
}

const pages: Page[] = [];
const sources = ['**/*.md', '{apps,packages,bench,scripts,deploy}/**/*.{ts,tsx,mjs,yml,yaml,json}'];
for await (const file of glob(sources, { exclude: (path) => /node_modules|dist$/.test(path) }))
  if (!/^release\/|scripts\/check-docs\.ts$/.test(file))
    pages.push({ file, text: await readFile(file, 'utf8') });
const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
const errors = [
  ...(await findPlantedErrors()),
  ...findWordErrors(pages),
  ...(await findLinkErrors(pages, exists)),
];
for (const error of errors) console.error(error);
console.log(
  `docs: ${countGuideWords(pages)} words in guides, ${pages.length} files read, ${errors.length} errors`,
);
process.exitCode = errors.length > 0 ? 1 : 0;
