import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';

export type CollectedSpan = {
  traceId: string;
  spanId: string;
  parentId: string;
  name: string;
  /** OTLP values: 2 server, 3 client, 5 consumer. */
  kind: number;
  attributes: Record<string, string | number>;
};

/** A real trace collector (OTLP over HTTP, protobuf). */
export type Collector = {
  url: string;
  spans: CollectedSpan[];
  /** Everything received, to search for leaks. */
  text: () => string;
  close: () => Promise<void>;
};

export async function startCollector(): Promise<Collector> {
  const spans: CollectedSpan[] = [];
  const bodies: Buffer[] = [];
  const server = createServer(async (request, response) => {
    const sent = Buffer.concat(await Array.fromAsync(request));
    const body = request.headers['content-encoding'] === 'gzip' ? gunzipSync(sent) : sent;
    bodies.push(body);
    if (request.url === '/v1/traces') spans.push(...readSpans(body));
    response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    text: () => Buffer.concat(bodies).toString('latin1'),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

type Field = { number: number; bytes: Buffer; value: number };

/** Protobuf wire format: field numbers with bytes or a number. */
function readFields(message: Buffer): Field[] {
  const fields: Field[] = [];
  let at = 0;
  const varint = (): number => {
    let value = 0;
    for (let shift = 1; ; shift *= 128) {
      const byte = message[at++] ?? 0;
      value += (byte & 127) * shift;
      if (byte < 128) return value;
    }
  };
  const none = Buffer.alloc(0);
  while (at < message.length) {
    const tag = varint();
    const [number, type] = [Math.floor(tag / 8), tag % 8];
    if (type === 0) fields.push({ number, bytes: none, value: varint() });
    else {
      const length = type === 2 ? varint() : type === 1 ? 8 : 4;
      fields.push({ number, bytes: message.subarray(at, at + length), value: 0 });
      at += length;
    }
  }
  return fields;
}

const within = (message: Buffer, number: number): Buffer[] =>
  readFields(message).flatMap((field) => (field.number === number ? [field.bytes] : []));

/** opentelemetry/proto/trace/v1/trace.proto: ResourceSpans 1, ScopeSpans 2, Span 2. */
function readSpans(body: Buffer): CollectedSpan[] {
  return within(body, 1)
    .flatMap((resource) => within(resource, 2))
    .flatMap((scope) => within(scope, 2))
    .map((span) => {
      const of = (number: number) => within(span, number)[0] ?? Buffer.alloc(0);
      return {
        traceId: of(1).toString('hex'),
        spanId: of(2).toString('hex'),
        parentId: of(4).toString('hex'),
        name: of(5).toString(),
        kind: readFields(span).find(({ number }) => number === 6)?.value ?? 0,
        attributes: Object.fromEntries(within(span, 9).map(readAttribute)),
      };
    });
}

function readAttribute(pair: Buffer): [string, string | number] {
  const [key = Buffer.alloc(0)] = within(pair, 1);
  const [value] = readFields(within(pair, 2)[0] ?? Buffer.alloc(0));
  return [key.toString(), value?.number === 1 ? value.bytes.toString() : (value?.value ?? '')];
}
