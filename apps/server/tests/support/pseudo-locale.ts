import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join, resolve } from 'node:path';
import type { Page } from 'playwright-core';
import { build, type Plugin } from 'vite';
import { withoutViteSettings } from './settings.ts';

const home = resolve(import.meta.dirname, '../../../dashboard');
const letters: Readonly<Record<string, string>> = {
  ...{
    a: 'ä',
    b: 'ƀ',
    c: 'ç',
    d: 'ð',
    e: 'é',
    f: 'ƒ',
    g: 'ĝ',
    h: 'ĥ',
    i: 'î',
    j: 'ĵ',
    k: 'ķ',
    l: 'ļ',
  },
  ...{
    m: 'ɱ',
    n: 'ñ',
    o: 'ö',
    p: 'þ',
    q: 'ɋ',
    r: 'ŕ',
    s: 'š',
    t: 'ţ',
    u: 'û',
    v: 'ṽ',
    w: 'ŵ',
    x: 'ẋ',
  },
  ...{ y: 'ý', z: 'ž', A: 'Å', E: 'É', I: 'Î', O: 'Ö', S: 'Š', U: 'Û' },
};

/** Accented words that are 40 % longer, like many languages. */
function longer(text: string): string {
  return text.replaceAll(/[A-Za-z]+/g, (word) => {
    const strange = Array.from(word, (letter) => letters[letter] ?? letter).join('');
    return strange + 'é'.repeat(Math.round(word.length * 0.4));
  });
}

/** A pseudo-translated message. Text within an odd number of braces is syntax. */
export function pseudoLocalize(message: string): string {
  let depth = 0;
  return message
    .split(/([{}])/)
    .map((part) => {
      if (part === '{') depth += 1;
      else if (part === '}') depth -= 1;
      else return depth % 2 === 0 ? longer(part) : part;
      return part;
    })
    .join('');
}

/** Replaces the English texts. */
const inPseudo: Plugin = {
  name: 'pseudo-locale',
  enforce: 'pre',
  load: {
    filter: { id: /\/src\/messages\/.*\.ts$/ },
    async handler(id) {
      const exported = Object.entries((await import(id)) as Record<string, object>);
      const texts = exported.filter(([, value]) => typeof value === 'object');
      const translated = texts.map(([name, messages]) => {
        const other = Object.entries(messages).map(([key, text]) => [key, pseudoLocalize(text)]);
        return `export const ${name} = ${JSON.stringify(Object.fromEntries(other))};`;
      });
      // A feature's texts come with their translator.
      if (texts.length === exported.length) return translated.join('\n');
      const from = JSON.stringify(join(home, 'src/shared/t.ts'));
      return [
        `import { createTranslator } from ${from};`,
        ...translated,
        `export const t = createTranslator(${texts[0]?.[0]});`,
      ].join('\n');
    },
  },
};

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** The dashboard in a pseudo-language, in its own folder. */
export type PseudoDashboard = { serve: (page: Page) => Promise<void>; remove: () => Promise<void> };

export async function buildPseudoDashboard(): Promise<PseudoDashboard> {
  const folder = await mkdtemp(join(tmpdir(), 'pseudo-'));
  await withoutViteSettings(() =>
    build({
      root: home,
      configFile: join(home, 'vite.config.ts'),
      plugins: [inPseudo],
      logLevel: 'error',
      build: { outDir: folder, emptyOutDir: true, minify: false },
    }),
  );
  return {
    remove: () => rm(folder, { recursive: true, force: true }),
    // Only the page and its files are replaced.
    serve: async (page) => {
      // Stops requests of the previous page.
      await page.goto('about:blank');
      await page.route('**/app/**', async (route) => {
        const { pathname } = new URL(route.request().url());
        const file = pathname.includes('/assets/') ? pathname.slice('/app/'.length) : 'index.html';
        const contentType = types[extname(file)] ?? 'text/plain';
        // A closed page needs no response; an open one shows a missing file.
        await readFile(join(folder, file))
          .then((body) => route.fulfill({ body, contentType }))
          .catch(() => route.abort())
          .catch(() => {});
      });
    },
  };
}
