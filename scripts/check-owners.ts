// Holds that each table is written by one room (owners/owners.ts), and holds the holder: planted crimes must be noticed.
import { glob, readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { readFunctions, readMigrations } from '../apps/server/src/platform/db/index.ts';
import { exceptions, functionOwners, insertedBy, owners } from './owners/owners.ts';
import { type Writes, writesOf, writesOfProgram } from './owners/writes.ts';

const src = 'apps/server/src';
/** Where names of tables are values: those who call it say them. */
const byName = 'platform/db/drop-some.ts';

const tables = new Set(
  (await readMigrations()).flatMap(({ text }) =>
    [...text.matchAll(/^create table ([\w."]+)/gm)].map(([, name = '']) =>
      name.replaceAll('"', ''),
    ),
  ),
);
const ownerOf = new Map(
  Object.entries(owners).flatMap(([room, all]) => all.map((table) => [table, room] as const)),
);
const isIn = (room: string, file: string): boolean => file === room || file.startsWith(`${room}/`);
const used = new Set<string>();

/** What a file writes that is not its own; `room`: where it belongs. */
function faultsOf(file: string, room: string, { tables: written, inserted }: Writes): string[] {
  const allowed = exceptions.find((each) => each.file === file)?.tables ?? [];
  const faults: string[] = [];
  for (const table of inserted) {
    const only = insertedBy[table];
    if (only === file) used.add(`${file} inserts`);
    else if (only) faults.push(`${file} inserts ${table}: ${only} alone does so, call it`);
  }
  for (const table of written.intersection(tables)) {
    const owner = ownerOf.get(table) ?? '';
    used.add(table);
    if (isIn(owner, room)) continue;
    used.add(`${file} ${table}`);
    if (!allowed.includes(table))
      faults.push(`${file} writes ${table}: that is ${owner}'s, have it do so`);
  }
  return faults;
}

async function faultsOfProgram(file: string, text: string): Promise<string[]> {
  const writes = await writesOfProgram(text);
  const unnamed = file === byName ? [] : writes.unnamed;
  return [
    ...unnamed.map((said) => `${file}: a table without a name in “${said}”`),
    ...faultsOf(file, file, writes),
  ];
}

const faults: string[] = [];
let files = 0;
for await (const path of glob(`${src}/**/*.ts`)) {
  if (path.endsWith('.test.ts')) continue;
  files += 1;
  faults.push(...(await faultsOfProgram(relative(src, path), await readFile(path, 'utf8'))));
}
const functions = (await readFunctions()).filter(
  ({ text }) => writesOf(text).tables.intersection(tables).size > 0,
);
for (const { name, text } of functions) {
  const room = functionOwners[name];
  if (!room) faults.push(`sql/functions/${name}.sql writes: say whose it is`);
  else faults.push(...faultsOf(`sql/functions/${name}.sql`, room, writesOf(text)));
}

const written = new Set(functions.map(({ name }) => name));
const libraries = new Set(['rate_limits']);
faults.push(
  ...[...tables].filter((table) => !ownerOf.has(table)).map((table) => `${table} has no owner`),
  ...[...ownerOf.keys()]
    .filter((table) => !used.has(table) && !libraries.has(table))
    .map((table) => `nobody writes ${table}`),
  ...Object.entries(insertedBy)
    .filter(([, file]) => !used.has(`${file} inserts`))
    .map(([table, file]) => `${file} does not insert ${table}`),
  ...Object.keys(functionOwners)
    .filter((name) => !written.has(name))
    .map((name) => `the function ${name} writes nothing`),
  ...exceptions.flatMap(({ file, tables: all }) =>
    all
      .filter((table) => !used.has(`${file} ${table}`))
      .map((table) => `${file} does not write ${table}`),
  ),
);

/** As another room's file might say it. */
const crimes = [
  'await sql`insert into jobs (id) values (1)`.execute(trx);',
  'await sql`with a as (delete from mails where true) select 1`.execute(trx);',
  'await sql`update  members set role = 1`.execute(trx);',
  'await sql`merge into auth."user" using x on true`.execute(trx);',
  'await trx.executeQuery(CompiledQuery.raw("delete from auth.\\"session\\""));',
  `await sql\`delete from \${sql.table(table)} where true\`.execute(trx);`,
  `await sql\`update \${table} set a = 1\`.execute(trx);`,
  "await dropSome(trx, { table: 'jobs', by: 'id', where });",
  "await dropSome(trx, { table, by: 'id', where });",
];
const innocent = [
  'await sql`select 1 from badges for update`.execute(trx);',
  'await sql`select 1 from badges for no key update of badges`.execute(trx);',
  'await sql`insert into badges values (1) on conflict do update set name = 1`.execute(trx);',
  'await sql`update badges set name = 1 from members where true`.execute(trx);',
  `await sql\`select 1 from members for update \${lock}\`.execute(trx);`,
];
const planted = [
  ...crimes.map((crime) => ({ file: 'features/badges/planted.ts', crime })),
  {
    file: 'features/events/planted.ts',
    crime: 'await sql`insert into events (id) values (1)`.execute(trx);',
  },
];
for (const { file, crime } of planted)
  if ((await faultsOfProgram(file, crime)).length !== 1)
    faults.push(`the planted crime ${crime} was not noticed`);
for (const text of innocent)
  faults.push(...(await faultsOfProgram('features/badges/planted.ts', text)));
if (files === 0) faults.push('no files were read');
for (const fault of faults) console.error(fault);
console.log(
  `owners: ${tables.size} tables, ${files} files and ${functions.length} functions read, ${planted.length} planted crimes, ${faults.length} faults`,
);
process.exitCode = faults.length > 0 ? 1 : 0;
