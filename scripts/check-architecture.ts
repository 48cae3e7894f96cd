// Checks imports, operations and transactions, and docs/extend/first-change.md against the code.
// Checks itself too: it must read every file and find every planted mistake.
import { execFile } from 'node:child_process';
import { cpSync } from 'node:fs';
import {
  appendFile,
  cp,
  glob,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  symlink,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { operations } from '@insignia/contract';
import { readMigrations } from '../apps/server/src/platform/db/index.ts';
import {
  type AllowedDependencies,
  createLayerLookup,
  findCircleErrors,
  findDependencyErrors,
  findEntryErrors,
  findImportCircles,
  getFeature,
  type Module,
  type Rule,
} from './architecture/dependencies.ts';
import {
  findOperationErrors,
  operationPlants,
  type Program,
  type Source,
} from './architecture/operations.ts';
import {
  findModuleState,
  findNamedIds,
  findNamedOperations,
  findNamedTables,
  findStartedTransactions,
  knownColumns,
  listFeatureTables,
} from './architecture/sources.ts';
import {
  applySteps,
  findTypeErrors,
  guide,
  listTouchedFiles,
  loadOperations,
  readSteps,
  readWalkthroughs,
} from './architecture/walkthrough.ts';

type Report = {
  modules: Module[];
  summary: { violations: { from: string; to: string; rule: { name: string } }[] };
};

const roots = ['apps', 'packages'];
const server = 'apps/server/src';
const dashboard = 'apps/dashboard/src';
const mistakes: [rule: string, file: string, line: string][] = [
  [
    'features-down-badges',
    `${server}/features/badges/routes.ts`,
    "import '../credentials/index.ts';",
  ],
  [
    'features-down-published',
    `${server}/features/published/serve.ts`,
    "import '../documents/index.ts';",
  ],
  ['features-down-files', `${server}/features/files/routes.ts`, "import '../pages/index.ts';"],
  [
    'features-down-verifier',
    `${server}/features/verifier/routes.ts`,
    "import '../pages/index.ts';",
  ],
  ['front-door', `${server}/features/pages/credential-view.ts`, "import '../files/card.ts';"],
  ['front-door', `${server}/features/credentials/issue.ts`, "import '../issuers/store.ts';"],
  ['sql-door', `${server}/features/badges/store.ts`, "import '../issuers/store.ts';"],
  [
    'front-door-from-outside',
    `${server}/program/program.ts`,
    "import '../features/issuers/store.ts';",
  ],
  ['rules-are-pure', `${server}/features/badges/rules.ts`, "import 'node:fs';"],
  // In a folder called `dist`, as in most npm packages.
  ['rules-are-pure', `${server}/features/badges/design-rules.ts`, "import 'kysely';"],
  ['store-is-only-sql', `${server}/features/badges/store.ts`, "import 'fastify';"],
  [
    'layer-apps/server/src/platform',
    `${server}/platform/db/index.ts`,
    "import '../../features/badges/index.ts';",
  ],
  [
    'layer-apps/server/src/platform',
    `${server}/platform/http/idempotency.ts`,
    "import '../../config/index.ts';",
  ],
  ['kernel-is-bottom', `${server}/kernel/problem.ts`, "import '../platform/http/idempotency.ts';"],
  [
    'layer-packages/contract/src',
    'packages/contract/src/text.ts',
    "import '../../../apps/server/src/kernel/id.ts';",
  ],
  ['packages-run-anywhere', 'packages/openbadges/src/identity.ts', "import 'node:crypto';"],
  [
    'layer-apps/dashboard/src',
    `${dashboard}/shared/format.ts`,
    "import '../../../../packages/openbadges/src/index.ts';",
  ],
  ['screens-are-strangers', `${dashboard}/features/keys/keys.tsx`, "import '../badges/list.tsx';"],
  ['shared-is-below-screens', `${dashboard}/shared/format.ts`, "import '../app/theme.ts';"],
  ['apps-are-islands', `${dashboard}/main.tsx`, `import '../../server/src/kernel/id.ts';`],
  ['apps-are-islands', 'apps/cli/src/main.ts', `import '../../server/src/kernel/id.ts';`],
  ['resolvable', 'packages/contract/src/text.ts', "import './nowhere.ts';"],
];

/** Two files that import each other, and a store that imports its routes. */
const circles: Module[] = [
  { source: 'a', dependencies: [{ resolved: 'b' }] },
  { source: 'b', dependencies: [{ resolved: 'a' }] },
];
const storeImport = {
  source: `${server}/features/badges/store.ts`,
  dependencies: [{ resolved: `${server}/features/badges/routes.ts` }],
};

/** Feature SQL in platform. */
const sqlMistakes = [
  'await sql`select 1 from badges where true`.execute(db);',
  'await sql`delete from auth."jwks"`.execute(trx);',
  "dropSome(trx, { table: 'events', by: 'id', where });",
  "const from = sql.table('members');",
];

/** Feature columns in platform's SQL. */
const columnMistakes = [
  'await sql`select 1 from mails where credential_id = 1`.execute(db);',
  "sql`select u.row->>'badge_id' as of from u`;",
  "const of = sql.ref('webhook_id');",
];

/** Feature operations in platform. */
const operationMistakes = [
  "import { type ErrorCode, publicBadge as shown } from '@insignia/contract';",
  "import { badgeOperations } from '@insignia/contract';",
  "import * as contract from '@insignia/contract';",
];

/** Transactions that `Database.write` doesn't start. */
const transactionMistakes = [
  'await db.transaction().execute(async (trx) => work(trx));',
  "const trx = await db['startTransaction']().execute();",
];

/** State outside the objects that own it. */
const stateMistakes = [
  'const pending = new WeakMap<object, () => void>();',
  'export const seen = new WeakSet();',
];

/** Reads these files or folders of a directory, and the imports of imported files unless `alone`. */
async function cruise(directory: string, from: string[] = roots, alone = false): Promise<Report> {
  const command = join(process.cwd(), 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs');
  const options = [...from, '--config', '.dependency-cruiser.mjs', '--output-type', 'json'];
  if (alone) options.push('--do-not-follow', `^(?!(${from.map(RegExp.escape).join('|')})$)`);
  const { stdout } = await promisify(execFile)(process.execPath, [command, ...options], {
    cwd: directory,
    maxBuffer: 1 << 28,
  })
    // The program exits with the number of errors.
    .catch((error: { stdout: string }) => error);
  return JSON.parse(stdout);
}

const errors: string[] = [];
const MAX_WALKTHROUGH_FILES = 6;

/**
 * Applies the guide to a copy, which must compile and be complete. Also if the guide was applied
 * before, and if another field was added at the same places. Errors that the tree has anyway are
 * reported elsewhere.
 */
async function findWalkthroughErrors(directory: string, known: string[]): Promise<string[]> {
  const walkthroughs = await readWalkthroughs();
  const wrong = [];
  for (const title of ['An API operation', 'An optional field'])
    if (!walkthroughs.has(title)) wrong.push(`${guide}: it has no steps under “${title}”`);
  for (const [title, steps] of walkthroughs) {
    const { length } = listTouchedFiles(steps);
    if (length > MAX_WALKTHROUGH_FILES)
      wrong.push(`${guide}: “${title}” touches ${length} files: derive what it repeats`);
  }
  const steps = [...walkthroughs.values()].flat();
  const another = steps.map((step) => ({ ...step, text: step.text.replaceAll('level', 'theme') }));
  if (!another.some(({ text }) => text.includes('theme')))
    wrong.push(`${guide}: the field is not called “level”: rename it in check-architecture.ts`);
  for (const each of [steps, steps, another]) wrong.push(...(await applySteps(directory, each)));
  if (wrong.length > 0) return wrong;
  const own = await loadOperations(directory);
  if ('error' in own) return [`${guide}: with its steps applied: ${own.error}`];
  const found = await findOperationErrors(await readProgram(own.operations, directory));
  found.push(...(await findNewTypeErrors(directory, listTouchedFiles(steps))));
  return found
    .filter((error) => !known.includes(error))
    .map((error) => `${guide}: with its steps applied: ${error}`);
}

/** Without the position and the members of types, which the guide changes. */
const withoutPosition = (error: string): string =>
  error.replace(/\(\d+,\d+\)/, '').replace(/ in type '\{.*/s, '');

/** Type errors of a changed copy that the tree doesn't have. Restores the changed files to find out. */
async function findNewTypeErrors(directory: string, files: string[]): Promise<string[]> {
  const found = await findTypeErrors(directory, files, 'walkthrough');
  if (found.length === 0) return found;
  // The compiler finds nothing else while a file is missing.
  const restored: string[] = [];
  for (const file of files)
    await cp(file, join(directory, file)).then(
      () => restored.push(file),
      () => rm(join(directory, file), { force: true }),
    );
  const known = new Set(
    (await findTypeErrors(directory, restored, 'walkthrough-restored')).map(withoutPosition),
  );
  return found.filter((error) => !known.has(withoutPosition(error)));
}

/** Copies the tree, without builds. Links packages of npm to the installed ones, and ours to those in the copy. */
async function copyTree(directory: string): Promise<void> {
  for (const path of ['CHANGELOG.md', 'package.json', 'tsconfig.json', '.dependency-cruiser.mjs'])
    await cp(path, join(directory, path));
  for (const path of await Array.fromAsync(glob(roots.map((root) => `${root}/*/`))))
    await copyWorkspace(path, directory);
  const place = join(directory, 'node_modules');
  await mkdir(place);
  for (const name of await readdir('node_modules'))
    if (name !== '@insignia') await symlink(resolve('node_modules', name), join(place, name));
  await cp('node_modules/@insignia', join(place, '@insignia'), {
    recursive: true,
    verbatimSymlinks: true,
  });
}

async function copyWorkspace(path: string, directory: string): Promise<void> {
  await mkdir(join(directory, path), { recursive: true });
  for (const name of await readdir(path)) {
    const [from, to] = [join(path, name), join(directory, path, name)];
    if (name === 'node_modules') await symlink(resolve(from), to);
    // Without a filter, Node copies folders in C++.
    else if (name !== 'dist') cpSync(from, to, { recursive: true });
  }
}

/** Mistakes in the guide. */
const guideMistakes: [mistake: string, steps: string, expected: RegExp][] = [
  [
    'an anchor that the code lost',
    'In `packages/contract/src/text.ts`, after `no such line`:\n\n```ts\nx\n```\n',
    /has no “no such line”: name a line/,
  ],
  [
    'code that does not compile',
    'At the end of `packages/contract/src/text.ts`:\n\n```ts\nconst count: number = 1 + line;\n```\n',
    /text\.ts\(\d+,\d+\): error TS/,
  ],
  [
    'code that does not load',
    'Create `packages/contract/src/twice.ts`:\n\n```ts\nconst copyBadge = 1;\nconst copyBadge = 2;\n```\n',
    /^the code does not load \([^\n]*copyBadge[^\n]*\): undo [^\n]*$/,
  ],
];

async function findUnnoticedGuideMistakes(directory: string): Promise<string[]> {
  const unnoticed: string[] = [];
  for (const [mistake, text, expected] of guideMistakes) {
    const steps = readSteps(text);
    const found = await applySteps(directory, steps);
    const loaded = await loadOperations(directory, steps[0]?.file);
    if ('error' in loaded) found.push(loaded.error);
    if (found.length === 0)
      found.push(...(await findTypeErrors(directory, listTouchedFiles(steps), 'guide-mistake')));
    if (!found.some((line) => expected.test(line)))
      unnoticed.push(`a planted mistake was not noticed: ${mistake}`);
  }
  return unnoticed;
}

const files = (
  await Array.fromAsync(
    glob(`{${roots.join(',')}}/**/*.{ts,tsx}`, {
      exclude: (path) => path.includes('node_modules'),
    }),
  )
).length;
const real = await cruise('.');
const read = real.modules.filter(({ source }) => /^(apps|packages)\/.*\.tsx?$/.test(source)).length;
if (read < files) errors.push(`only ${read} of ${files} files were read`);
const {
  arrows,
  layers,
  default: { forbidden },
}: {
  arrows: AllowedDependencies;
  layers: AllowedDependencies;
  default: { forbidden: Rule[] };
} = await import(resolve('.dependency-cruiser.mjs'));
const remedies = new Map(forbidden.map(({ name, comment }) => [name, comment]));
const forbiddenImports = new Set<string>();
for (const { rule, from, to } of real.summary.violations) {
  errors.push(`${from}: must not import ${to}: ${remedies.get(rule.name)} (${rule.name})`);
  forbiddenImports.add(`${from} -> ${to}`);
}
const isForbidden = (from: string, to: string): boolean => forbiddenImports.has(`${from} -> ${to}`);
for (const { from, to } of findImportCircles(real.modules, isForbidden))
  errors.push(
    `${from}: must not import ${to}: files never import in a circle. Move what both need into a third file.`,
  );
for (const [name, remedy] of remedies)
  if (!remedy) errors.push(`.dependency-cruiser.mjs: ${name} has no comment: write the remedy`);
const getLayer = createLayerLookup(layers);
errors.push(...findDependencyErrors(real.modules, arrows, getFeature));
errors.push(...findDependencyErrors(real.modules, layers, getLayer));
errors.push(...findEntryErrors(real.modules, forbidden));
errors.push(...findCircleErrors(arrows), ...findCircleErrors(layers));
if (findCircleErrors({ ...arrows, people: ['access'] }).length === 0)
  errors.push('the planted mistake was not noticed: features in a circle');
const planted = real.modules.filter(({ source }) => source !== storeImport.source);
if (
  findImportCircles([...planted, storeImport], () => false).length === 0 ||
  findImportCircles(circles, () => false).length !== 1
)
  errors.push('the planted mistake was not noticed: files in a circle');
if (findImportCircles(circles, (from) => from === 'b').length > 0)
  errors.push('the planted mistake was not noticed: an import that closes a circle');
const { badges: _, ...without } = arrows;
const { 'packages/openbadges/src': __, ...withoutPackage } = layers;
const entryMistakes: [mistake: string, allowed: AllowedDependencies, placeOf: typeof getLayer][] = [
  ['an entry that no import needs', { ...arrows, audit: ['badges'] }, getFeature],
  ['a feature without', without, getFeature],
  ['a package without', withoutPackage, createLayerLookup(withoutPackage)],
];
for (const [mistake, allowed, placeOf] of entryMistakes)
  if (findDependencyErrors(real.modules, allowed, placeOf).length === 0)
    errors.push(`the planted mistake was not noticed: ${mistake}`);
const unused = {
  name: 'x',
  comment: '',
  from: { path: '/rules\\.ts$' },
  to: { pathNot: ['^nowhere/'] },
};
if (findEntryErrors(real.modules, [unused]).length === 0)
  errors.push('the planted mistake was not noticed: a path that no import needs');

const tables = listFeatureTables(await readMigrations());
const below = real.modules
  .map(({ source }) => source)
  .filter((file) => file.startsWith(`${server}/platform/`));
const ownColumns = new Set<(typeof knownColumns)[number]>();
if (below.length === 0) errors.push('no file of platform was read');
for (const file of below) {
  if (!file.endsWith('.ts') || file.endsWith('.test.ts')) continue;
  const text = await readFile(file, 'utf8');
  for (const table of await findNamedTables(text, tables))
    errors.push(`${file} names ${table}, a feature's table: take it as an argument`);
  for (const id of await findNamedIds(text, tables)) {
    const known = knownColumns.find((each) => each.file === file && each.column === id);
    if (known) ownColumns.add(known);
    else errors.push(`${file} names ${id}, a feature's column: take it as an argument`);
  }
  for (const name of await findNamedOperations(text))
    errors.push(
      `${file} imports ${name}, a feature's operation: take what it needs as an argument`,
    );
}
for (const { file, column } of new Set(knownColumns).difference(ownColumns))
  errors.push(
    `scripts/architecture/sources.ts: ${file} no longer names ${column}: remove the entry`,
  );
for (const mistake of columnMistakes)
  if ((await findNamedIds(mistake, tables)).length === 0)
    errors.push(`the planted mistake ${mistake} was not noticed`);
for (const mistake of sqlMistakes)
  if ((await findNamedTables(mistake, tables)).length === 0)
    errors.push(`the planted mistake ${mistake} was not noticed`);

for (const mistake of operationMistakes)
  if ((await findNamedOperations(mistake)).length === 0)
    errors.push(`the planted mistake ${mistake} was not noticed`);

const readSources = async (pattern: string, cwd = '.'): Promise<Source[]> => {
  const found = await Array.fromAsync(glob(pattern, { cwd }));
  const own = found.filter((file) => !file.endsWith('.test.ts')).sort();
  return Promise.all(
    own.map(async (file) => ({ file, text: await readFile(join(cwd, file), 'utf8') })),
  );
};
const samplesFile = 'apps/server/tests/support/samples.ts';
const readProgram = async (all: Program['operations'], cwd?: string): Promise<Program> => ({
  operations: all,
  definitions: await readSources('packages/contract/src/*.ts', cwd),
  server: await readSources(`${server}/{platform,features}/**/*.ts`, cwd),
  samples: { file: samplesFile, text: await readFile(samplesFile, 'utf8') },
});
const program = await readProgram(operations);
const operationErrors = await findOperationErrors(program);
errors.push(...operationErrors);
// Planted mistakes would only repeat real ones.
for (const { expected, plant } of operationErrors.length === 0 ? operationPlants : []) {
  const found = (await findOperationErrors(plant(program))).filter(
    (line) => !operationErrors.includes(line),
  );
  if (found.length !== 1 || !expected.test(found[0] ?? ''))
    errors.push(`the planted mistake ${expected} gave: ${found.join('; ') || 'nothing'}`);
}
const ownSource = real.modules
  .map(({ source }) => source)
  .filter((file) => file.startsWith(`${server}/`) && file.endsWith('.ts'));
const packageSource = real.modules
  .map(({ source }) => source)
  .filter((file) => /^packages\/[^/]+\/src\/.*(?<!\.test|\.d)\.ts$/.test(file));
if (ownSource.length === 0 || packageSource.length === 0)
  errors.push('no file of the server, or none of the packages, was read');
for (const file of [...ownSource, ...packageSource]) {
  const text = await readFile(file, 'utf8');
  if (!file.startsWith(`${server}/platform/db/`))
    for (const name of await findStartedTransactions(text))
      errors.push(`${file} calls ${name}(): use Database.write`);
  for (const name of await findModuleState(text))
    errors.push(`${file} has a ${name} of its own: make it a field of the object it describes`);
}
for (const mistake of transactionMistakes)
  if ((await findStartedTransactions(mistake)).length === 0)
    errors.push(`the planted mistake ${mistake} was not noticed`);
for (const mistake of stateMistakes)
  if ((await findModuleState(mistake)).length === 0)
    errors.push(`the planted mistake ${mistake} was not noticed`);

const copy = await mkdtemp(join(tmpdir(), 'insignia-architecture-'));
try {
  await copyTree(copy);
  errors.push(...(await findWalkthroughErrors(copy, operationErrors)));
  errors.push(...(await findUnnoticedGuideMistakes(copy)));
  for (const [, file, line] of mistakes) await appendFile(join(copy, file), `${line}\n`);
  const changed = mistakes.map(([, file]) => file);
  const { violations } = (await cruise(copy, [...new Set(changed)], true)).summary;
  for (const [rule, file] of mistakes)
    if (!violations.some((found) => found.rule.name === rule && found.from === file))
      errors.push(`the planted mistake ${rule} in ${file} was not noticed`);
} finally {
  await rm(copy, { recursive: true, force: true });
}
for (const error of errors) console.error(error);
console.log(
  `architecture: ${read} files read, ${mistakes.length + sqlMistakes.length + columnMistakes.length + operationMistakes.length + operationPlants.length + transactionMistakes.length + stateMistakes.length + guideMistakes.length + Object.keys(entryMistakes).length + 3} planted mistakes, ${errors.length} errors`,
);
process.exitCode = errors.length > 0 ? 1 : 0;
