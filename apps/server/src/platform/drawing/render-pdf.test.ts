import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deflateSync } from 'node:zlib';
import { pino } from 'pino';
import { createDesignThread } from './design-thread.ts';

const wrap = (objects: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from('%PDF-1.7\n1 0 obj\n<< /Type /ObjStm >>\nstream\n'),
    ...[deflateSync(objects), Buffer.from('\nendstream\nendobj\n%%EOF\n')],
  ]);

test('names with escaped characters are searched for scripts, in whatever number', async () => {
  const { inTurn, stop } = createDesignThread(pino({ level: 'silent' }));
  const draw = async (objects: Buffer) => {
    const drawn = await inTurn(1, (render) => render({ pdf: wrap(objects), side: 100 }));
    return 'errors' in drawn ? drawn.errors.map(({ message }) => message).join() : 'drawn';
  };
  for (const name of ['JavaScript', '#4AavaScript', 'Java#53cript', '#4a#61vaScrip#74'])
    assert.match(await draw(Buffer.from(`<< /${name} 1 >>`)), /contains scripts/, name);
  for (const name of ['#4BavaScript', 'Javascript', '#4aava#20Script'])
    assert.match(await draw(Buffer.from(`<< /${name} 1 >>`)), /is damaged/, name);
  // Replacing them all would end the process.
  const escapes = Buffer.alloc(31 * 1024 * 1024, '#41');
  assert.match(await draw(escapes), /is damaged/);
  await stop();
});
