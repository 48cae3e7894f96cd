import assert from 'node:assert/strict';
import { test } from 'node:test';
import { designLimits } from '@insignia/design';
import { createBadge, createIssuer, createOwner } from '../support/people.ts';
import { useInstance } from '../support/use-instance.ts';

const instance = await useInstance({ TOPOLOGY: 'one' });

test('a large design of another program is parsed once, however often it is viewed', async (t) => {
  const owner = await createOwner(instance);
  const badgeId = await createBadge(owner, await createIssuer(owner));
  const foreign = (mark: string) => {
    const head = `{"insigniaDesign":0,"mark":"${mark}","of":"`;
    return `${head}${'x'.repeat(designLimits.length - head.length - 2)}"}`;
  };
  const parsed: number[] = [];
  const { parse } = JSON;
  t.mock.method(JSON, 'parse', (text: string, ...more: never[]) => {
    if (typeof text === 'string' && text.length === designLimits.length) parsed.push(text.length);
    return parse(text, ...more);
  });
  const [first, second] = [foreign('a'), foreign('b')];
  await owner.insignia.badges.update({ badgeId, designJson: first });
  assert.equal(parsed.length, 1, 'the first one');
  parsed.length = 0;
  await owner.insignia.badges.update({ badgeId, designJson: second });
  assert.equal(parsed.length, 2, 'the one before, and the second one');
  parsed.length = 0;
  await owner.insignia.badges.update({ badgeId, designJson: second });
  assert.equal(parsed.length, 1, 'the same again');
});

test('a large certificate design is parsed once, and serialized to check it, to store it, and for two ETags', async (t) => {
  const owner = await createOwner(instance, 'pro');
  const issuerId = await createIssuer(owner);
  const large = 100_000;
  const design = (text: string) => ({
    ...{ insigniaDesign: 1, kind: 'certificate', paper: 'a4', orientation: 'landscape' },
    layers: Array.from({ length: 100 }, (_, n) => ({
      ...{ id: `layer-${n}`, type: 'text', x: 20, y: 20, width: 200, height: 20, size: 30 },
      text: text.repeat(1_000),
    })),
  });
  const { certificateId } = await owner.insignia.certificates.create({
    ...{ issuerId, name: 'Large', design: design('a') },
  });
  const parameters = JSON.stringify({ parameters: { design: design('b') } });
  const counts = { parsed: 0, written: 0 };
  const { parse, stringify } = JSON;
  t.mock.method(JSON, 'parse', (text: string, ...more: never[]) => {
    if (typeof text === 'string' && text.length > large) counts.parsed++;
    return parse(text, ...more);
  });
  t.mock.method(JSON, 'stringify', (value: unknown, ...more: never[]) => {
    const text = stringify(value, ...more);
    if (text?.length > large) counts.written++;
    return text;
  });
  const answer = await fetch(`${instance.url}/issuers/${issuerId}/certificates/${certificateId}`, {
    ...{ method: 'PUT', body: parameters },
    headers: { 'x-api-key': owner.key, 'content-type': 'application/json' },
  });
  assert.equal(answer.status, 200, await answer.text());
  assert.deepEqual(counts, { parsed: 1, written: 4 });
});
