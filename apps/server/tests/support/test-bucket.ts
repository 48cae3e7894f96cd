import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

type StoredReply = [status: number, body?: Buffer | string];
type StoredObject = { bytes: Buffer; headers: IncomingHttpHeaders };

export type TestBucket = {
  /** IMAGE_STORE. */
  url: string;
  /** An object by its name in the bucket. */
  find: (name: string) => StoredObject | undefined;
  /** Denies access, like a withdrawn key. */
  refuse: () => void;
  close: () => Promise<void>;
};

/** The part of S3 needed for pictures and exports. `npm run test:s3` tests real servers. */
export async function startTestBucket(): Promise<TestBucket> {
  const objects = new Map<string, StoredObject>();
  let refuses = false;
  const put = (key: string, bytes: Buffer, headers: IncomingHttpHeaders): StoredReply => {
    if (headers['if-none-match'] === '*' && objects.has(key)) return [412];
    objects.set(key, { bytes, headers });
    return [200];
  };
  const read = (key: string, search: URLSearchParams): StoredReply => {
    if (search.has('list-type'))
      return [200, listObjects(objects, key, search.get('prefix') ?? '')];
    const found = objects.get(key);
    return found ? [200, found.bytes] : [404];
  };
  const answer = ({ method, url = '', headers }: IncomingMessage, bytes: Buffer): StoredReply => {
    const { pathname: key, searchParams } = new URL(url, 'http://bucket');
    if (refuses) return [403];
    if (method === 'PUT') return put(key, bytes, headers);
    if (method === 'DELETE') return [objects.delete(key) ? 204 : 404];
    return read(key, searchParams);
  };
  const server = createServer(async (request, response) => {
    const [status, body] = answer(request, await buffer(request));
    response.writeHead(status).end(request.method === 'HEAD' ? undefined : body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `s3://pictures?endpoint=http://127.0.0.1:${port}&region=eu`,
    find: (name) => objects.get(`/pictures/${name}`),
    refuse: () => {
      refuses = true;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function listObjects(objects: Map<string, StoredObject>, bucket: string, prefix: string): string {
  const start = `${bucket.replace(/\/$/, '')}/${prefix}`;
  const names = [...objects.keys()].filter((name) => name.startsWith(start)).sort();
  const contents = names.map(
    (name) => `<Contents><Key>${name.split('/').slice(2).join('/')}</Key></Contents>`,
  );
  return `<ListBucketResult><IsTruncated>false</IsTruncated>${contents.join('')}</ListBucketResult>`;
}
