// Starts a thread, typesets a document in it and stops it, as often as the argument says.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { createTypesetter } from '../../src/platform/typeset/index.ts';

const rounds = Number(process.argv[2]);
const folder = await mkdtemp(join(tmpdir(), 'insignia-threads-'));
const template = join(folder, 'main.typ');
await writeFile(template, '#set document(title: "Ada")\n= Ada\n#lorem(400)\n');
for (let round = 0; round < rounds; round++) {
  const typesetter = createTypesetter(pino({ level: 'silent' }));
  await typesetter.set({ template, data: '{}', files: {}, format: 'pdf' });
  // Every second thread is stopped during a job.
  const job = { template, data: '{ }', files: {}, format: 'pdf' } as const;
  const pending = round % 2 ? typesetter.set(job).catch(() => {}) : undefined;
  await typesetter.stop();
  await pending;
}
await rm(folder, { recursive: true });
process.stdout.write(`${rounds} threads ended\n`);
