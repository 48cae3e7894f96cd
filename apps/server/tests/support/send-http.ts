import { Agent, type Dispatcher } from 'undici';

export type HttpResponse = {
  status: number;
  headers: Headers;
  type: string | null;
  bytes: Uint8Array<ArrayBuffer>;
};

/** Headers that `fetch` sends too. Compression would take a quarter of a request's CPU. */
const usual = {
  accept: '*/*',
  'accept-encoding': 'identity',
  'accept-language': '*',
  'sec-fetch-mode': 'cors',
  'user-agent': 'node',
};

const agent = new Agent();
type IncomingHeaders = Parameters<NonNullable<Dispatcher.DispatchHandler['onResponseStart']>>[2];

/** Like `fetch`, with a fifth of its CPU. Doesn't follow redirects. */
export async function sendHttp(
  { origin, pathname, search }: URL,
  method: string,
  headers: Record<string, string>,
  body: string | Uint8Array | undefined,
): Promise<HttpResponse> {
  const { promise, resolve, reject } = Promise.withResolvers<HttpResponse>();
  let status = 0;
  let received: IncomingHeaders = {};
  const pieces: Buffer[] = [];
  agent.dispatch(
    {
      ...{ origin, path: pathname + search, method, body: body ?? null },
      headers: { ...usual, ...headers },
    },
    {
      onRequestStart: () => {},
      onResponseStart: (_, code, sent) => {
        status = code;
        received = sent;
      },
      onResponseData: (_, piece) => void pieces.push(piece),
      onResponseEnd: () => resolve(createResponse(status, received, pieces)),
      onResponseError: (_, cause) => reject(new TypeError('fetch failed', { cause })),
    },
  );
  return promise;
}

function createResponse(status: number, received: IncomingHeaders, pieces: Buffer[]): HttpResponse {
  let headers: Headers | undefined;
  const [type = null] = [received['content-type'] ?? []].flat();
  return {
    status,
    // Most tests don't read them.
    get headers() {
      headers ??= toHeaders(received);
      return headers;
    },
    type,
    bytes: Buffer.concat(pieces),
  };
}

function toHeaders(received: IncomingHeaders): Headers {
  return new Headers(
    Object.entries(received).flatMap(([name, values]) =>
      [values ?? []].flat().map((value): [string, string] => [name, value]),
    ),
  );
}
