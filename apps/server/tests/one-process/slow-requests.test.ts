// Requests that never end: the server answers 408 and closes the connection, so that other clients
// aren't affected.
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, test } from 'node:test';
import { bounceToken, type Instance, startInstance } from '../support/instance.ts';
import { createOwner } from '../support/people.ts';

let instance: Instance;
let bodies: Promise<string[]>;
let headers: Promise<string>;
let refused: Promise<string>;
let seconds: Promise<string[]>;
before(async () => {
  instance = await startInstance({ REQUEST_TIMEOUT: '2' });
  const { key } = await createOwner(instance);
  // At once, because each waits for the server's timeout.
  bodies = trickleBodies(`X-Api-Key: ${key}`);
  headers = trickle(`${health}x: `, 'y');
  refused = trickle(post('/awards', json), ' ');
  seconds = Promise.all([
    trickle(`${health}\r\n${post('/awards', json, `X-Api-Key: ${key}`)}`, ' '),
    trickle(`${health}\r\n${health}x: `, 'y'),
  ]);
});
after(() => instance.stop());

/**
 * Sends the head, then a byte every 100 ms while the server listens. Returns the whole response.
 */
async function trickle(head: string, byte: string): Promise<string> {
  const { hostname, port } = new URL(instance.url);
  const socket = connect(Number(port), hostname);
  let answer = '';
  socket.on('data', (text) => {
    answer += text;
  });
  socket.write(head);
  const sending = setInterval(() => socket.write(byte), 100);
  await new Promise<void>((resolve) => {
    // A reset after the answer ends the connection as well.
    socket.on('error', () => {}).on('close', () => resolve());
  });
  clearInterval(sending);
  return answer;
}

const post = (path: string, ...headers: string[]): string =>
  [`POST ${path} HTTP/1.1`, 'Host: a', ...headers, 'Content-Length: 100000', '', ''].join('\r\n');
const health = 'GET /healthz HTTP/1.1\r\nHost: a\r\n';
const json = 'Content-Type: application/json';
const form = 'Content-Type: multipart/form-data; boundary=b';

const urlEncoded = 'Content-Type: application/x-www-form-urlencoded';
const buildFile = (name: string, type: string): string =>
  `--b\r\nContent-Disposition: form-data; name="${name}"; filename="a"\r\nContent-Type: ${type}\r\n\r\n`;

const trickleBodies = (key: string): Promise<string[]> =>
  Promise.all([
    trickle(post('/verify', json), ' '),
    trickle(
      `${post('/verify', form)}--b\r\nContent-Disposition: form-data; name="url"\r\n\r\n`,
      'x',
    ),
    trickle(post('/awards', json, key), ' '),
    trickle(post('/awards/imports?badgeId=x', 'Content-Type: text/csv', key), ','),
    trickle(`${post('/awards/imports?badgeId=x', form, key)}${buildFile('file', 'text/csv')}`, ','),
    trickle(`${post('/verify', form)}${buildFile('file', 'application/pdf')}%PDF`, 'x'),
    trickle(post('/sso/01900000-0000-7000-8000-000000000000/acs', urlEncoded), 'x'),
    trickle(post(`/mail/bounces/${bounceToken}`, json), ' '),
    trickle(post('/lti/launch', urlEncoded).replace('100000', '10000'), 'x'),
  ]);

function assertTimedOut(answer: string): void {
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  assert.match(head, /^HTTP\/1.1 408 Request Timeout\r\n/, answer);
  assert.match(head, /\r\nconnection: close/i);
  const { code, statusCode, requestId } = JSON.parse(body);
  assert.deepEqual([code, statusCode, typeof requestId], ['request_timeout', 408, 'string']);
}

test('a body sent byte by byte gets 408, whatever its kind', async () => {
  for (const answer of await bodies) assertTimedOut(answer);
});

test('headers sent byte by byte get 408', async () => {
  assertTimedOut(await headers);
});

test('a second request on a connection gets 408 like the first', async () => {
  for (const answer of await seconds) {
    assert.match(answer, /^HTTP\/1.1 200 /);
    assertTimedOut(answer.slice(answer.indexOf('HTTP/1.1 408')));
  }
});

test('the response to a refused request does not wait for the rest of its body', async () => {
  const answer = await refused;
  assert.match(answer, /^HTTP\/1.1 401 /);
  assert.equal(answer.match(/HTTP\/1.1/g)?.length, 1, answer);
});
