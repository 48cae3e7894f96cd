import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { generate } from 'selfsigned';

export type ReceivedRequest = {
  headers: IncomingMessage['headers'];
  body: string;
  at: number;
};

/** Responds to one delivery; 200 by default. */
export type ReceiverHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  received: ReceivedRequest,
) => void;

/** A real HTTPS server with a certificate of a trusted test authority. */
export type Receiver = {
  url: string;
  received: ReceivedRequest[];
  answer: ReceiverHandler;
  close: () => Promise<void>;
};

export type Certificate = { cert: string; key: string };
type Authority = { issue: (notAfter?: Date) => Promise<Certificate>; cert: string };

let authority: Promise<Authority> | undefined;
/** A key of RSA takes a hundred times as long. */
const signing = { keyType: 'ec', algorithm: 'sha256' } as const;

/** Created once per process. `issue` makes a certificate for this machine. */
export function createCertificateAuthority(): Promise<Authority> {
  authority ??= (async () => {
    const ca = await generate([{ name: 'commonName', value: 'Insignia test authority' }], {
      ...signing,
      extensions: [
        { name: 'basicConstraints', cA: true, critical: true },
        { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
      ],
    });
    setDefaultCACertificates([...getCACertificates('default'), ca.cert]);
    return {
      cert: ca.cert,
      issue: async (notAfter) => {
        const { cert, private: key } = await generate(
          [{ name: 'commonName', value: 'localhost' }],
          {
            ...signing,
            ...(notAfter
              ? { notBeforeDate: new Date(notAfter.getTime() - 86_400_000), notAfterDate: notAfter }
              : {}),
            ca: { cert: ca.cert, key: ca.private },
            extensions: [
              {
                name: 'subjectAltName',
                altNames: [
                  { type: 2, value: 'localhost' },
                  { type: 7, ip: '127.0.0.1' },
                ],
              },
            ],
          },
        );
        return { cert, key };
      },
    };
  })();
  return authority;
}

const ok: ReceiverHandler = (_request, response) => void response.writeHead(200).end('ok');

export async function startReceiver(
  answer: ReceiverHandler = ok,
  certificate?: Certificate,
): Promise<Receiver> {
  const { issue } = await createCertificateAuthority();
  const received: ReceivedRequest[] = [];
  const receiver = { received, answer } as Receiver;
  const server: Server = createServer(certificate ?? (await issue()), (request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const one = {
        headers: request.headers,
        body: Buffer.concat(pieces).toString('utf8'),
        at: Date.now(),
      };
      received.push(one);
      receiver.answer(request, response, one);
    });
  });
  server.on('tlsClientError', () => {});
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  receiver.url = `https://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  receiver.close = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  return receiver;
}
