import assert from 'node:assert/strict';
import { glob, readFile, writeFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { finishedIssues, type Issue, issues, requirementRows } from './rows.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const target = `${root}apps/server/tests/coverage.md`;

/** Test titles by the row they prove. */
async function provenRows(): Promise<Map<string, string[]>> {
  const proven = new Map<string, string[]>();
  for await (const path of glob(`${root}{apps,packages}/**/*.test.ts`, {
    exclude: (name) => name.includes('node_modules'),
  })) {
    const text = await readFile(path, 'utf8');
    for (const [, , title = '', named = ''] of text.matchAll(
      /^ *test\(\s*(['"`])(.+?) \[([\d][\w.\- ]*)\]\1/gm,
    ))
      for (const row of named.split(' '))
        proven.set(row, [...(proven.get(row) ?? []), `${title} (\`${relative(root, path)}\`)`]);
  }
  return proven;
}

test('every row of finished work has a test, and tests/coverage.md names it', async () => {
  const proven = await provenRows();
  for (const row of proven.keys())
    assert.ok(requirementRows[row], `a test names the row ${row}, which is not in rows.ts`);
  const missing = Object.entries(requirementRows).filter(
    ([row, [issue]]) => finishedIssues.includes(issue) && !proven.has(row),
  );
  assert.deepEqual(
    missing.map(([row, [, text]]) => `${row} ${text}`),
    [],
  );
  const lines = Object.entries(requirementRows).map(([row, [issue, text]]) => {
    const tests =
      proven.get(row)?.sort().join('<br>') ??
      (finishedIssues.includes(issue) ? 'none' : `not yet: ${issues[issue]}`);
    return `| ${row} | ${text} | ${tests} |`;
  });
  const count = (issue: Issue) =>
    Object.values(requirementRows).filter(([owner]) => owner === issue).length;
  const summary = Object.entries(issues).map(
    ([issue, title]) =>
      `- ${title}: ${count(issue as Issue)} rows${finishedIssues.includes(issue as Issue) ? ', each with a test' : ''}`,
  );
  const text = [
    '# Coverage of the interface specification',
    '`coverage.test.ts` generates this list from the rows of sections 3 to 8 of [the interface](interface.md) and the tests whose titles name them.',
    summary.join('\n'),
    ['| row | what the specification says | proved by |', '| --- | --- | --- |', ...lines].join(
      '\n',
    ),
  ].join('\n\n');
  const known = await readFile(target, 'utf8').catch(() => '');
  await writeFile(target, `${text}\n`);
  if (process.env.CI)
    assert.equal(
      known,
      `${text}\n`,
      'apps/server/tests/coverage.md was stale: run npm test and commit it',
    );
});
