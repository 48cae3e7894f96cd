import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { requirementRows } from './rows.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const sources = '{apps,packages,bench,scripts}/**/*.{ts,mjs,sql,typ,eta}';

type Places = {
  sections: Set<string>;
  decisions: Set<string>;
  deviations: Set<string>;
  text: string;
};

async function readPlaces(): Promise<Places> {
  const sections = await readFile(`${root}apps/server/tests/interface.md`, 'utf8');
  const decisions = await readFile(`${root}docs/use/interface.md`, 'utf8');
  const found = (part: string, form: RegExp) =>
    new Set([...part.matchAll(form)].map(([, name = '']) => name));
  const limits = sections.split('\n## 8. ')[1]?.split('\n## ')[0] ?? '';
  const items = [...limits.matchAll(/^(\d+)\. /gm)].map(([, number]) => `8.${number}`);
  return {
    sections: new Set([...found(sections, /^#{2,3} (\d+(?:\.\d+)?)/gm), ...items]),
    decisions: found(decisions, /^## (.+)$/gm),
    deviations: found(decisions, /^- \((\w)\)/gm),
    text: nameless(decisions),
  };
}

/** Paths without parameter names. */
const nameless = (text: string): string => text.replaceAll(/\{\w+\}/g, '{}');

/** Citations that neither document has. Comments may break lines anywhere. */
function lostIn(source: string, places: Places): string[] {
  const text = source.replaceAll(/\n\s*(?:\*|\/\/|--) ?/g, ' ');
  const cited = (form: RegExp) =>
    [...text.matchAll(form)].map(([whole, name = '']) => ({ whole, name }));
  const lost = [
    ...cited(/interface specification §(\d+(?:\.\d+)?)/gi).filter(
      ({ name }) => !places.sections.has(name),
    ),
    ...cited(/decisions, "([^"]+)"/gi).filter(({ name }) => !places.decisions.has(name)),
    ...cited(/decisions, deviation \((\w)\)/gi).filter(({ name }) => !places.deviations.has(name)),
    ...cited(/decisions, (?:GET|POST|PUT|DELETE) (\/[^\s).,]+)/gi).filter(
      ({ name }) => !places.text.includes(nameless(name)),
    ),
  ];
  return lost.map(({ whole }) => whole);
}

test('every citation in a comment and every coverage row exists in tests/interface.md or docs/use/interface.md', async () => {
  const places = await readPlaces();
  const planted =
    '// (interface specification §4.9), decisions,\n// "Nowhere", decisions, GET /nowhere';
  assert.equal(lostIn(planted, places).length, 3);
  const lost: string[] = [];
  let cited = 0;
  for await (const path of glob(`${root}${sources}`, {
    exclude: (name) => name.includes('node_modules'),
  })) {
    const text = await readFile(path, 'utf8');
    if (path.endsWith('citations.test.ts')) continue;
    cited += text.match(/interface specification §|decisions, ["A-Z]/gi)?.length ?? 0;
    lost.push(...lostIn(text, places).map((what) => `${relative(root, path)}: ${what}`));
  }
  assert.deepEqual(lost, []);
  assert.ok(cited > 20, `only ${cited} citations were found`);
  const sections = Object.keys(requirementRows).map((row) => row.split('-')[0] ?? '');
  assert.deepEqual(
    sections.filter((section) => !places.sections.has(section)),
    [],
  );
});
