// Verifies a delivery with nothing but Node: node receiver.mjs, behind a proxy that ends TLS.
// SECRET is the endpoint's secret, whsec_… as it was shown.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const { SECRET = '', PORT = '8080' } = process.env;
const seen = new Set();

export function isGenuine(rawBody, header, secret) {
  const expected = Buffer.from(`sha256=${createHmac('sha256', secret).update(rawBody).digest('hex')}`);
  const given = Buffer.from(String(header));
  return given.length === expected.length && timingSafeEqual(given, expected);
}

createServer((request, response) => {
  const pieces = [];
  request.on('data', (piece) => pieces.push(piece));
  request.on('end', () => {
    const rawBody = Buffer.concat(pieces); // exactly as received: parsing and writing JSON again breaks the signature
    if (!isGenuine(rawBody, request.headers['x-service-signature'], SECRET))
      return response.writeHead(401).end();
    const { id, type, data } = JSON.parse(rawBody);
    if (!seen.has(id)) {
      seen.add(id); // keep this in your database: a delivery can come more than once
      console.log(type, data.awardId ?? '');
    }
    return response.writeHead(204).end(); // within 10 seconds; do long work later
  });
}).listen(Number(PORT), () => console.log('ready'));
