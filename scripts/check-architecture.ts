// Checks import directions, and itself: it must read every file and find every planted violation.
import { execFile } from 'node:child_process';
import { appendFile, cp, glob, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
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
  getFeature,
  type Module,
  type Rule,
} from './architecture/dependencies.ts';
import { operationPlants } from './architecture/operation-plants.ts';
import { findOperationErrors, type Program, type Source } from './architecture/operations.ts';
import {
  findNamedIds,
  findNamedTables,
  knownColumns,
  listFeatureTables,
} from './architecture/platform-sql.ts';
import {
  findModuleState,
  findNamedOperations,
  findStartedTransactions,
} from './architecture/transactions.ts';
import { applySteps, newEndpoint, touchedFiles } from './architecture/walkthrough.ts';

type Report = {
  modules: Module[];
  summary: { violations: { from: string; to: string; rule: { name: string } }[] };
};

const roots = ['apps', 'packages'];
const server = 'apps/server/src';
const dashboard = 'apps/dashboard/src';
const crimes: [rule: string, file: string, line: string][] = [
  ['no-circles', `${server}/features/badges/store.ts`, "import './routes.ts';"],
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

/** Feature SQL in platform. */
const sqlCrimes = [
  'await sql`select 1 from badges where true`.execute(db);',
  'await sql`delete from auth."jwks"`.execute(trx);',
  "dropSome(trx, { table: 'events', by: 'id', where });",
  "const from = sql.table('members');",
];

/** Feature columns in platform's SQL. */
const columnCrimes = [
  'await sql`select 1 from mails where credential_id = 1`.execute(db);',
  "sql`select u.row->>'badge_id' as of from u`;",
  "const of = sql.ref('webhook_id');",
];

/** Feature operations in platform. */
const operationCrimes = [
  "import { type ErrorCode, publicBadge as shown } from '@insignia/contract';",
  "import { badgeOperations } from '@insignia/contract';",
  "import * as contract from '@insignia/contract';",
];

/** Transactions that `Database.write` doesn't start. */
const transactionCrimes = [
  'await db.transaction().execute(async (trx) => work(trx));',
  "const trx = await db['startTransaction']().execute();",
];

/** State outside the objects that own it. */
const stateCrimes = [
  'const pending = new WeakMap<object, () => void>();',
  'export const seen = new WeakSet();',
];

async function cruise(directory: string): Promise<Report> {
  const command = join(process.cwd(), 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs');
  const options = [...roots, '--config', '.dependency-cruiser.mjs', '--output-type', 'json'];
  const { stdout } = await promisify(execFile)(process.execPath, [command, ...options], {
    cwd: directory,
    maxBuffer: 1 << 28,
  })
    // The program exits with the number of errors.
    .catch((error: { stdout: string }) => error);
  return JSON.parse(stdout);
}

const MAX_FILES_PER_ENDPOINT = 6;

const faults: string[] = [];
/** Adds the endpoint of the walkthrough to a copy: the files named there must be enough. */
async function findWalkthroughErrors(directory: string): Promise<string[]> {
  const lost = await applySteps(directory, newEndpoint);
  if (lost.length > 0) return lost;
  const own = await import(join(directory, 'packages/contract/src/index.ts'));
  const missing = await findOperationErrors(await readProgram(own.operations, directory));
  if (!own.nouns.badges.copy) missing.push('the SDK has no badges.copy');
  if (touchedFiles.size > MAX_FILES_PER_ENDPOINT)
    missing.push(`it touches ${touchedFiles.size} files: derive what it repeats`);
  return missing.map((error) => `docs/extend/first-change.md: a new endpoint: ${error}`);
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
if (read < files) faults.push(`only ${read} of ${files} files were read`);
for (const { rule, from, to } of real.summary.violations)
  faults.push(`${rule.name}: ${from} -> ${to}`);

const {
  arrows,
  layers,
  default: { forbidden },
}: {
  arrows: AllowedDependencies;
  layers: AllowedDependencies;
  default: { forbidden: Rule[] };
} = await import(resolve('.dependency-cruiser.mjs'));
const getLayer = createLayerLookup(layers);
faults.push(...findDependencyErrors(real.modules, arrows, getFeature));
faults.push(...findDependencyErrors(real.modules, layers, getLayer));
faults.push(...findEntryErrors(real.modules, forbidden));
faults.push(...findCircleErrors(arrows), ...findCircleErrors(layers));
if (findCircleErrors({ ...arrows, people: ['access'] }).length === 0)
  faults.push('the planted crime was not noticed: features in a circle');
const { badges: _, ...without } = arrows;
const { 'packages/openbadges/src': __, ...withoutPackage } = layers;
const arrowCrimes: [crime: string, planted: AllowedDependencies, placeOf: typeof getLayer][] = [
  ['an arrow that nobody takes', { ...arrows, audit: ['badges'] }, getFeature],
  ['a feature without', without, getFeature],
  ['a package without', withoutPackage, createLayerLookup(withoutPackage)],
];
for (const [crime, planted, placeOf] of arrowCrimes)
  if (findDependencyErrors(real.modules, planted, placeOf).length === 0)
    faults.push(`the planted crime was not noticed: ${crime}`);
const unused = { name: 'x', from: { path: '/rules\\.ts$' }, to: { pathNot: ['^nowhere/'] } };
if (findEntryErrors(real.modules, [unused]).length === 0)
  faults.push('the planted crime was not noticed: a door that nobody takes');

const tables = listFeatureTables(await readMigrations());
const below = real.modules
  .map(({ source }) => source)
  .filter((file) => file.startsWith(`${server}/platform/`));
const ownColumns = new Set<(typeof knownColumns)[number]>();
if (below.length === 0) faults.push('no file of platform was read');
for (const file of below) {
  if (!file.endsWith('.ts') || file.endsWith('.test.ts')) continue;
  const text = await readFile(file, 'utf8');
  for (const table of await findNamedTables(text, tables))
    faults.push(`${file} names ${table}, a feature's table: have it handed in`);
  for (const id of await findNamedIds(text, tables)) {
    const known = knownColumns.find((each) => each.file === file && each.column === id);
    if (known) ownColumns.add(known);
    else faults.push(`${file} names ${id}, of a feature's things: have it handed in`);
  }
  for (const name of await findNamedOperations(text))
    faults.push(`${file} imports ${name}, a feature's operation: have what it needs handed in`);
}
for (const { file, column } of new Set(knownColumns).difference(ownColumns))
  faults.push(`${file} does not name ${column}`);
for (const crime of columnCrimes)
  if ((await findNamedIds(crime, tables)).length === 0)
    faults.push(`the planted crime ${crime} was not noticed`);
for (const crime of sqlCrimes)
  if ((await findNamedTables(crime, tables)).length === 0)
    faults.push(`the planted crime ${crime} was not noticed`);

for (const crime of operationCrimes)
  if ((await findNamedOperations(crime)).length === 0)
    faults.push(`the planted crime ${crime} was not noticed`);

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
faults.push(...operationErrors);
for (const { expected, plant } of operationPlants) {
  const found = (await findOperationErrors(plant(program))).filter(
    (line) => !operationErrors.includes(line),
  );
  if (found.length !== 1 || !expected.test(found[0] ?? ''))
    faults.push(`the planted crime ${expected} gave: ${found.join('; ') || 'nothing'}`);
}
const ownSource = real.modules
  .map(({ source }) => source)
  .filter((file) => file.startsWith(`${server}/`) && file.endsWith('.ts'));
const packageSource = real.modules
  .map(({ source }) => source)
  .filter((file) => /^packages\/[^/]+\/src\/.*(?<!\.test|\.d)\.ts$/.test(file));
if (ownSource.length === 0 || packageSource.length === 0)
  faults.push('no file of the server, or none of the packages, was read');
for (const file of [...ownSource, ...packageSource]) {
  const text = await readFile(file, 'utf8');
  if (!file.startsWith(`${server}/platform/db/`))
    for (const name of await findStartedTransactions(text))
      faults.push(`${file} calls ${name}(): use Database.write`);
  for (const name of await findModuleState(text))
    faults.push(`${file} has a ${name} of its own: make it a field of the object it describes`);
}
for (const crime of transactionCrimes)
  if ((await findStartedTransactions(crime)).length === 0)
    faults.push(`the planted crime ${crime} was not noticed`);
for (const crime of stateCrimes)
  if ((await findModuleState(crime)).length === 0)
    faults.push(`the planted crime ${crime} was not noticed`);

const copy = await mkdtemp(join(tmpdir(), 'insignia-crimes-'));
try {
  for (const path of [
    ...roots,
    'CHANGELOG.md',
    'package.json',
    'tsconfig.json',
    '.dependency-cruiser.mjs',
  ])
    await cp(path, join(copy, path), { recursive: true, verbatimSymlinks: true });
  await symlink(resolve('node_modules'), join(copy, 'node_modules'));
  faults.push(...(await findWalkthroughErrors(copy)));
  for (const [, file, line] of crimes) await appendFile(join(copy, file), `${line}\n`);
  const { violations } = (await cruise(copy)).summary;
  for (const [rule, file] of crimes)
    if (
      !violations.some(
        (found) => found.rule.name === rule && (found.from === file || rule === 'no-circles'),
      )
    )
      faults.push(`the planted crime ${rule} in ${file} was not noticed`);
} finally {
  await rm(copy, { recursive: true, force: true });
}
for (const fault of faults) console.error(fault);
console.log(
  `architecture: ${read} files read, ${crimes.length + sqlCrimes.length + columnCrimes.length + operationCrimes.length + operationPlants.length + transactionCrimes.length + stateCrimes.length + Object.keys(arrowCrimes).length + 2} planted crimes, ${faults.length} faults`,
);
process.exitCode = faults.length > 0 ? 1 : 0;
