import assert from 'node:assert/strict';
import type { LookupAddress, lookup } from 'node:dns';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createAddressRule, findTargetRefusal, httpsOnly } from './allowed-targets.ts';
import { createOutbound, type Outbound } from './outbound.ts';
import { createProviderClient, unresolvedHost } from './provider-client.ts';

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');
type LookupDone = (error: Error | null, found: LookupAddress[]) => void;
const plain = { protocols: ['http:'], ports: [80] };
const isPublic = createAddressRule([]);
const refuse = (url: string) => findTargetRefusal(url, httpsOnly, isPublic);

test('every spelling of a private or special address is refused', () => {
  const hosts = [
    ...[
      '127.0.0.1',
      '127.1',
      '2130706433',
      '0x7f000001',
      '0177.0.0.1',
      '0x7f.1',
      '１２７.０.０.１',
      '127。0。0。1',
    ],
    ...[
      '0',
      '0.0.0.0',
      '10.1.2.3',
      '012.1.2.3',
      '100.64.0.1',
      '169.254.169.254',
      '2852039166',
      '172.16.0.1',
      '172.31.255.255',
    ],
    ...[
      '192.0.0.1',
      '192.0.2.1',
      '192.88.99.1',
      '192.168.0.1',
      '198.18.0.1',
      '198.51.100.1',
      '203.0.113.1',
      '224.0.0.1',
      '255.255.255.255',
    ],
    ...[
      '[::]',
      '[::1]',
      '[0:0:0:0:0:0:0:1]',
      '[::ffff:127.0.0.1]',
      '[::ffff:7f00:1]',
      '[::127.0.0.1]',
      '[fc00::1]',
      '[fd12::1]',
    ],
    ...[
      '[fe80::1]',
      '[fec0::1]',
      '[ff02::1]',
      '[2001::1]',
      '[2001:db8::1]',
      '[2002:7f00:1::]',
      '[64:ff9b::7f00:1]',
      '[64:ff9b:1::1]',
      '[100::1]',
      '[3ffe::1]',
      '[3ffe:831f::1]',
      '[3fff::1]',
      '[5f00::1]',
    ],
    ...['localhost', 'LOCALHOST', 'localhost.', 'a.localhost', 'a.b.localhost.'],
  ];
  for (const host of hosts)
    assert.match(refuse(`https://${host}:4000/x`) ?? 'let through', /private/, host);
  for (const host of [
    '1.1.1.1',
    '8.8.8.8',
    '[2606:4700:4700::1111]',
    'hooks.example.org',
    'metadata.internal',
    '172.32.0.1',
  ])
    assert.equal(refuse(`https://${host}/x`), undefined, host);
});

test('a URL is checked for protocol, port, credentials and form', () => {
  const bad = [
    ...[
      'http://a.example',
      'ftp://a.example',
      'https:a.example',
      'https:///a.example',
      'https://',
      'javascript:alert(1)',
      '//a.example',
    ],
    ...[
      'https://u@a.example',
      'https://u:p@a.example',
      'https://a.example:80',
      'https://a.example:22',
      'https://a.example:1023',
    ],
    ...[
      'https://a.example/ x',
      'https://a.example/\n',
      '\thttps://a.example',
      'https:\\\\a.example',
      'https://a.example\\@b.example',
      'https://a.example:99999',
    ],
  ];
  for (const url of bad) assert.equal(typeof refuse(url), 'string', url);
  for (const url of [
    'https://a.example',
    'https://a.example:443/x?y#z',
    'https://a.example:1024',
    'HTTPS://A.EXAMPLE/',
  ])
    assert.equal(refuse(url), undefined, url);
});

test('only the addresses that the operator allows are exempt', () => {
  const rule = createAddressRule(['10.1.0.0/16', '127.0.0.1', 'fd00:1::/32']);
  for (const address of ['10.1.2.3', '127.0.0.1', 'fd00:1::5', '1.1.1.1'])
    assert.equal(rule(address), true, address);
  for (const address of ['10.2.0.1', '127.0.0.2', 'fd00:2::5', 'nonsense'])
    assert.equal(rule(address), false, address);
});

test('a name that resolves to a private address is not connected to, and redirects are not followed', async () => {
  let requestCount = 0;
  const server = createServer((request, response) => {
    requestCount++;
    response
      .writeHead(request.url === '/' ? 302 : 200, { location: '/elsewhere' })
      .end('x'.repeat(10_000));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const request = {
    ...({ method: 'GET', headers: {} } as const),
    ...{ deadlineMs: 2_000, keepBytes: 100 },
  };
  const send = async (door: Outbound, url: string) => door.send(door.target(url, plain), request);
  const careful = createOutbound([]);
  for (const host of ['127.0.0.1', 'localhost'])
    await assert.rejects(send(careful, `http://${host}:${port}/`), /private/);
  await careful.close();
  // A name passes the literal check, so only its resolution can be refused.
  const open = createOutbound(['127.0.0.0/8']);
  assert.equal(requestCount, 0);
  const answer = await send(open, `http://localhost:${port}/`);
  assert.deepEqual(
    [answer.status, answer.body.length, answer.isCut, requestCount],
    [302, 100, true, 1],
  );
  await open.close();
  server.closeAllConnections();
  server.close();
});

test('a name is resolved once per connection, and only the checked address is connected to', async () => {
  const requests: string[] = [];
  const serverAt = (address: string): Server =>
    createServer((_request, response) => {
      requests.push(address);
      // Without keep-alive, each request resolves the name.
      response.writeHead(200, { connection: 'close' }).end();
    });
  const [inside, outside] = [serverAt('127.0.0.1'), serverAt('127.0.0.2')];
  await new Promise<void>((resolve) => inside.listen(0, '127.0.0.1', resolve));
  const { port } = inside.address() as AddressInfo;
  await new Promise<void>((resolve) => outside.listen(port, '127.0.0.2', resolve));
  // 127.0.0.2 plays a public address, 127.0.0.1 a forbidden one.
  const answers: string[][] = [];
  let lookups = 0;
  const rebinding = ((_host: string, _options: object, done: LookupDone) => {
    lookups++;
    done(
      null,
      (answers.shift() ?? []).map((address) => ({ address, family: 4 })),
    );
  }) as unknown as typeof lookup;
  const door = createOutbound(['127.0.0.2/32'], { lookUp: rebinding });
  const request = { method: 'GET', headers: {}, deadlineMs: 2_000, keepBytes: 100 } as const;
  const send = async () => door.send(door.target(`http://rebind.example:${port}/`, plain), request);
  answers.push(['127.0.0.2'], ['127.0.0.1'], ['127.0.0.2', '127.0.0.1'], ['127.0.0.2']);
  assert.equal((await send()).status, 200);
  assert.equal(lookups, 1);
  for (let time = 0; time < 2; time++)
    await assert.rejects(send(), /resolves to a private address/);
  assert.equal((await send()).status, 200);
  assert.deepEqual([lookups, requests], [4, ['127.0.0.2', '127.0.0.2']]);
  await door.close();
  inside.close();
  outside.close();
});

test('looking up a user’s name takes no thread of the process', async () => {
  const outbound = createOutbound([]);
  const request = { method: 'GET', headers: {}, deadlineMs: 2_000, keepBytes: 1 } as const;
  const sent = outbound
    .send(outbound.target('https://unanswered.invalid/', httpsOnly), request)
    .catch(() => {});
  await new Promise((resolve) => setImmediate(resolve));
  assert.ok(!process.getActiveResourcesInfo().includes('GetAddrInfoReqWrap'));
  await sent;
  await outbound.close();
});

test('the deadline covers an answer that never ends', async () => {
  const server = createServer((_request, response) => {
    response.writeHead(200);
    const drip = setInterval(() => response.write('.'), 50);
    response.on('close', () => clearInterval(drip));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const open = createOutbound(['127.0.0.0/8']);
  const request = { method: 'GET', headers: {}, deadlineMs: 300, keepBytes: 4_096 } as const;
  await assert.rejects(open.send(open.target(`http://127.0.0.1:${port}/`, plain), request), {
    name: 'TimeoutError',
  });
  await open.close();
  server.closeAllConnections();
  server.close();
});

test('an error before a piece is kept ends the request', async () => {
  let closed = 0;
  const server = createServer((_request, response) => {
    const drip = setInterval(() => response.write('x'.repeat(1_000)), 5);
    response.on('close', () => {
      clearInterval(drip);
      closed++;
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const open = createOutbound(['127.0.0.0/8']);
  let size = 0;
  const beforePiece = (bytes: number): void => {
    size += bytes;
    if (size > 3_000) throw new Error('no memory');
  };
  const request = { method: 'GET', headers: {}, deadlineMs: 60_000, keepBytes: 100_000 } as const;
  const target = open.target(`http://127.0.0.1:${port}/`, plain);
  await assert.rejects(open.send(target, { ...request, beforePiece }), /no memory/);
  while (closed === 0) await new Promise((resolve) => setTimeout(resolve, 10));
  await open.close();
  server.close();
});

test('a body in pieces of one byte takes little more memory than in one', async () => {
  const pieces = 200_000;
  const body = `${'1\r\nx\r\n'.repeat(pieces)}0\r\n\r\n`;
  const server = createTcpServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () =>
      socket.write(`HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${body}`),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const open = createOutbound(['127.0.0.0/8']);
  const readHeap = (): number => {
    collect();
    return process.memoryUsage().heapUsed;
  };
  const before = readHeap();
  let count = 0;
  let growth = 0;
  const beforePiece = (): void => {
    if (++count === pieces) growth = readHeap() - before;
  };
  const request = { method: 'GET', headers: {}, deadlineMs: 60_000, keepBytes: 1_000_000 } as const;
  const target = open.target(`http://127.0.0.1:${port}/`, plain);
  const response = await open.send(target, { ...request, beforePiece });
  assert.equal(response.body.toString(), 'x'.repeat(pieces));
  assert.ok(growth < 8_000_000, `${growth} bytes`);
  await open.close();
  server.close();
});

test('a client with slow requests to a host leaves connections to other clients', async () => {
  const slow = new Set<string>();
  const server = createServer(({ url = '' }, response) => {
    if (url === '/quick') response.end();
    else slow.add(url);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const open = createOutbound(['127.0.0.0/8']);
  const send = (client: string, path: string) =>
    open.send(open.target(`http://127.0.0.1:${port}/${path}`, plain), {
      ...{ method: 'GET', headers: {}, deadlineMs: 60_000, keepBytes: 4_096, client },
    });
  const greedy = Array.from({ length: 20 }, (_, n) => send('greedy', `${n}`).catch(() => {}));
  assert.equal((await send('other', 'quick')).status, 200);
  assert.ok(slow.size <= 6);
  await open.close();
  server.closeAllConnections();
  server.close();
  // Those that wait fail when they start.
  await Promise.all(greedy);
});

test('http settings may only name hosts that resolve to allowed addresses, all of them', async () => {
  const known: Record<string, string[]> = {
    'idp.internal': ['10.1.2.3'],
    'both.example': ['10.1.2.3', '93.184.215.14'],
    'public.example': ['93.184.215.14'],
    'other.internal': ['10.2.0.1'],
    '10.1.0.9': ['10.1.0.9'],
  };
  const lookUp = ((host: string, _options: object, done: LookupDone) => {
    const found = (known[host] ?? []).map((address) => ({ address, family: 4 }));
    done(found.length > 0 ? null : new Error('ENOTFOUND'), found);
  }) as unknown as typeof lookup;
  const provider = createProviderClient(['10.1.0.0/16'], undefined, lookUp);
  const refuses = async (url: string) => (await provider.findSettingRefusal(url)) !== undefined;
  for (const url of ['http://idp.internal/sso', 'http://10.1.0.9/', 'https://public.example/'])
    assert.equal(await refuses(url), false, url);
  assert.equal(await provider.findSettingRefusal('http://unknown.example/sso'), unresolvedHost);
  for (const host of ['both.example', 'public.example', 'other.internal'])
    assert.match(
      (await provider.findSettingRefusal(`http://${host}/sso`)) ?? '',
      /^must start with https:\/\/.*SSO_ALLOWED_PRIVATE_CIDRS$/,
      host,
    );
  await provider.close();
  const strict = createProviderClient([], undefined, lookUp);
  assert.equal(await strict.findSettingRefusal('http://idp.internal/'), 'must start with https://');
  await strict.close();
});
