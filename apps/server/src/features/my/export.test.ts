import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import yazl from 'yazl';
import { createAdder } from './export.ts';

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

test('an export keeps no file in memory that has been read', async () => {
  const zip = new yazl.ZipFile();
  zip.outputStream.resume();
  const add = createAdder(zip);
  const added: WeakRef<Buffer>[] = [];
  const addFile = (name: string): Promise<void> => {
    const content = Buffer.alloc(1_000_000);
    added.push(new WeakRef(content));
    return add(name, content);
  };
  for (let n = 0; n < 20; n++) await addFile(`${n}.txt`);
  await new Promise(setImmediate);
  collect();
  const remaining = added.filter((each) => each.deref());
  assert.ok(remaining.length <= 1, `${remaining.length} of 20 files are in memory`);
  assert.equal((zip as unknown as { entries: unknown[] }).entries.length, 20);
});
