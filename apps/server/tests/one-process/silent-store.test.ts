import assert from 'node:assert/strict';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { configureS3 } from '../../src/platform/images/s3.ts';

const credentials = { AWS_ACCESS_KEY_ID: 'somebody', AWS_SECRET_ACCESS_KEY: 'secret' };
const at = { Bucket: 'pictures', Key: 'one' };

async function createClient(t: TestContext, answer: RequestListener) {
  Object.assign(process.env, credentials);
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.closeAllConnections());
  t.after(() => server.close());
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const place = { bucket: at.Bucket, prefix: '', endpoint, region: 'us-east-1' };
  const client = new S3Client(configureS3(place, 100));
  t.after(() => client.destroy());
  return client;
}

test('a store that accepts a request but never answers is given up after 3 attempts', {
  timeout: 60_000,
}, async (t) => {
  let readCount = 0;
  const client = await createClient(t, (request) => {
    readCount++;
    request.resume();
  });
  await assert.rejects(client.send(new PutObjectCommand({ ...at, Body: Buffer.from('bytes') })));
  assert.equal(readCount, 3);
});

test('a store that falls silent in the middle of an image is given up', {
  timeout: 60_000,
}, async (t) => {
  const client = await createClient(t, (_request, response) => {
    response.writeHead(200, { 'content-length': '1000' }).write('the first bytes');
  });
  const reading = async () => {
    const { Body } = await client.send(new GetObjectCommand(at));
    return Body?.transformToByteArray();
  };
  await assert.rejects(reading());
});
