// Holds what migrations and functions promise each other, and holds the holder: planted crimes must be noticed.
import { readdir } from 'node:fs/promises';
import { readFunctions, readMigrations } from '../apps/server/src/platform/db/index.ts';
import { faultsOfMarks, faultsOfNames } from './sql/files.ts';

const names = await readdir('apps/server/migrations');
const migrations = await readMigrations();
const functions = await readFunctions();
const faults = [...faultsOfNames(names.sort()), ...faultsOfMarks(migrations, functions)];

const [last = ''] = names.slice(-1);
const [one] = functions;
const crimes = {
  'a second migration of the same number': faultsOfNames([...names, last.replace('.', '_2.')]),
  'a migration that the runner does not see': faultsOfNames([...names, '30_short.sql']),
  'a function that has changed': faultsOfMarks(migrations, one ? [{ ...one, hash: 'new' }] : []),
};
for (const [crime, found] of Object.entries(crimes))
  if (found.length <= (crime.includes('function') ? 0 : faultsOfNames(names).length))
    faults.push(`a planted crime was not noticed: ${crime}`);

for (const fault of faults) console.error(fault);
console.log(
  `sql: ${names.length} migrations, ${functions.length} functions, ${faults.length} faults`,
);
process.exitCode = faults.length > 0 ? 1 : 0;
