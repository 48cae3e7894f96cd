import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

export type DnsServer = {
  address: string;
  /** TXT records by name. A name without any has no records. */
  texts: Map<string, string[]>;
  /** While true, the server answers SERVFAIL. */
  isBroken: boolean;
  stop: () => void;
};

/** A DNS server (RFC 1035) with TXT records only, on a real socket. */
export async function startDnsServer(): Promise<DnsServer> {
  const socket = createSocket('udp4');
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const server: DnsServer = {
    address: `127.0.0.1:${(socket.address() as AddressInfo).port}`,
    texts: new Map(),
    isBroken: false,
    stop: () => void socket.close(),
  };
  socket.on('message', (query, from) => {
    const { name, end } = readName(query);
    const found = server.isBroken ? [] : (server.texts.get(name.toLowerCase()) ?? []);
    const header = Buffer.alloc(12);
    query.copy(header, 0, 0, 2);
    header.writeUInt16BE(0x8180 | (server.isBroken ? 2 : 0), 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(found.length, 6);
    const answers = found.map((text) => {
      const parts = text.match(/.{1,200}/gs) ?? [''];
      const data = Buffer.concat(
        parts.map((part) => Buffer.concat([Buffer.from([part.length]), Buffer.from(part)])),
      );
      const record = Buffer.from([0xc0, 12, 0, 16, 0, 1, 0, 0, 0, 0, 0, 0]);
      record.writeUInt16BE(data.length, 10);
      return Buffer.concat([record, data]);
    });
    const answer = Buffer.concat([header, query.subarray(12, end + 4), ...answers]);
    socket.send(answer, from.port, from.address);
  });
  return server;
}

function readName(query: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = 12;
  while (query[at]) {
    const length = query[at] ?? 0;
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: labels.join('.'), end: at + 1 };
}
