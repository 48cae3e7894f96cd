import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export type TestBucket = {
  /** IMAGE_STORE. */
  url: string;
  /** Denies access, like a withdrawn key. */
  refuse: () => void;
  close: () => Promise<void>;
};

/** The part of S3 needed for pictures. `npm run test:s3` tests real servers. */
export async function startTestBucket(): Promise<TestBucket> {
  const objects = new Map<string, Buffer>();
  let refuses = false;
  const server = createServer(async (request, response) => {
    const sent = await buffer(request);
    const [key = ''] = (request.url ?? '').split('?');
    if (refuses) return void response.writeHead(403).end();
    if (request.method === 'PUT') objects.set(key, sent);
    const found = objects.get(key);
    response.writeHead(found ? 200 : 404).end(request.method === 'GET' ? found : undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `s3://pictures?endpoint=http://127.0.0.1:${port}&region=eu`,
    refuse: () => {
      refuses = true;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
