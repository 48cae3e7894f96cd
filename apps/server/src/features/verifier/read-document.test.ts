import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unbakeCredential } from '@insignia/openbadges/either';
import { createDocumentMemory } from './document-memory.ts';
import { createReader, type ReaderDeps } from './read-document.ts';
import { findTextExcess } from './rules.ts';

const part = (json: string): string => Buffer.from(json).toString('base64url');
const deep = `{"a":${'['.repeat(200)}${']'.repeat(200)}}`;
const many = `[${'0,'.repeat(30_000)}0]`;

test('JWT contents have the same limits as plain JSON, checked before parsing', () => {
  for (const good of [
    '{"a":1}',
    `${part('{"b":1}')}.${part('{"a":[1]}')}.c2ln`,
    'https://a.example/1',
  ])
    assert.equal(findTextExcess(good), undefined, good);
  const signed = (header: string, payload: string): string =>
    ` ${part(header)}.${part(payload)}.c2ln\n`;
  for (const text of [deep, signed('{"b":1}', deep), signed(deep, '{"b":1}')])
    assert.match(findTextExcess(text) ?? '', /nested/);
  for (const text of [many, signed('{"b":1}', many), signed(many, '{"b":1}')])
    assert.match(findTextExcess(text) ?? '', /at most 20000 members/);
});

test('the limits also apply to fetched documents and to documents in images', async () => {
  let body = '';
  const outbound = {
    target: () => ({ origin: '', path: '' }),
    send: async () => ({ status: 200, headers: {}, body: Buffer.from(body), isCut: false }),
  };
  const deps = { urls: { base: 'https://here.example' }, outbound } as unknown as ReaderDeps;
  const read = createReader(deps, {
    client: '192.0.2.1',
    beforeOutside: async () => {},
    memory: createDocumentMemory().open('192.0.2.1'),
    pause: (work) => work(),
    readPicture: (picture) => unbakeCredential(picture).catch(() => undefined),
    signal: AbortSignal.timeout(60_000),
  });
  const at = async (text: string): Promise<unknown> => {
    body = text;
    const answer = await read('https://there.example/1');
    return 'document' in answer && answer.document;
  };
  const header = part('{"b":1}');
  const baked = (text: string): string =>
    `<svg xmlns:b="http://openbadges.org"><b:assertion>${text}</b:assertion></svg>`;
  const jwt = (payload: string): string => `${header}.${part(payload)}.c2ln`;
  for (const form of [jwt, baked]) {
    for (const excessive of [deep, many]) assert.equal(await at(form(excessive)), undefined);
    assert.equal(typeof (await at(form('{"a":1}'))), 'string');
  }
  const page = `<p>${'{,'.repeat(20_000)}</p>`;
  assert.equal(await at(page), page);
});

test('after 50 documents of other servers, the others of a verification are unread', async () => {
  const answers = { status: 200, headers: {}, body: Buffer.from('{}'), isCut: false };
  const outbound = { target: () => ({ origin: '', path: '' }), send: async () => answers };
  const deps = { urls: { base: 'https://here.example' }, outbound } as unknown as ReaderDeps;
  let sent = 0;
  const read = createReader(deps, {
    client: '192.0.2.1',
    beforeOutside: async () => void sent++,
    memory: createDocumentMemory().open('192.0.2.1'),
    pause: (work) => work(),
    readPicture: async () => undefined,
    signal: AbortSignal.timeout(60_000),
  });
  const found = [];
  for (let n = 0; n < 52; n++) found.push(await read(`https://there.example/${n}`));
  assert.equal(sent, 50);
  assert.deepEqual(
    found.map((each) => ('problem' in each ? each.outcome : each.status)),
    [...Array(50).fill(200), 'unknown', 'unknown'],
  );
});

test('small documents reserve little memory, and large ones as much as arrives', async () => {
  const memory = createDocumentMemory();
  const sizes: Record<string, number> = { small: 1_000, large: 1_000_000 };
  let isHeld = true;
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const outbound = {
    target: (url: string) => ({ origin: '', path: new URL(url).hash.slice(1) }),
    async send({ path }: { path: string }, request: { beforePiece: (bytes: number) => void }) {
      const body = Buffer.alloc(sizes[path] ?? 0, ' ');
      for (let at = 0; at < body.length; at += 10_000)
        request.beforePiece(body.subarray(at, at + 10_000).length);
      if (isHeld) await held;
      return { status: 200, headers: {}, body, isCut: false };
    },
  };
  const deps = { urls: { base: 'https://here.example' }, outbound } as unknown as ReaderDeps;
  const documents = Array.from({ length: 40 }, () => memory.open('192.0.2.1'));
  const read = (at: number, path: string) =>
    createReader(deps, {
      client: '192.0.2.1',
      beforeOutside: async () => {},
      memory: documents[at] as ReturnType<typeof memory.open>,
      pause: (work) => work(),
      readPicture: async () => undefined,
      signal: AbortSignal.timeout(60_000),
    })(`https://there.example/${at}#${path}`).then(
      () => 'read',
      ({ code }) => code,
    );
  const readAll = (path: string) => Promise.all(documents.map((_, at) => read(at, path)));
  const small = Promise.all([...documents, ...documents].map((_, at) => read(at % 40, 'small')));
  release();
  assert.deepEqual(new Set(await small), new Set(['read']));
  isHeld = false;
  // A third of 64 MiB.
  assert.equal((await readAll('large')).filter((outcome) => outcome === 'read').length, 22);
  for (const each of documents) each.giveAll();
  assert.equal(memory.open('192.0.2.1').take(21 * 1024 * 1024), undefined);
});
