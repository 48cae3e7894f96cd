import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingMessage, type RequestOptions, request } from 'node:http';
import { type Client, createClient } from '@insignia/sdk';
import { checkResponses, fetchForSdk, fetchText } from './check-responses.ts';

export type ApiResponse = {
  status: number;
  headers: Headers;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  body: any;
};

export type SendRequest = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<ApiResponse>;

/** Sends requests with the caller's headers. Text and bytes are sent unchanged. */
export function createTestClient(url: string, who: Record<string, string> = {}): SendRequest {
  checkResponses(url);
  return async (method, path, body, headers = {}) => {
    const json = body === undefined ? {} : { 'content-type': 'application/json' };
    const response = await fetchText(new URL(path, url), {
      method,
      headers: { ...json, ...who, ...headers },
      body: body === undefined ? undefined : toBytes(body),
    });
    const { status, type, text } = response;
    const parsed = type?.includes('json') && text ? JSON.parse(text) : undefined;
    return {
      ...{ status, text, body: parsed },
      get headers() {
        return response.headers;
      },
    };
  };
}

/** Sends a request to the service under another host name, which `fetch` can't. */
export async function visitHost(
  url: string,
  host: string,
  path: string,
  { headers, ...more }: RequestOptions = {},
): Promise<IncomingMessage> {
  const sent = request(url, { path, ...more, headers: { ...headers, host } }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return response.resume();
}

/** The SDK with an API key, for tests that aren't about HTTP. Fails on ignored members. */
export function createTestSdk(baseUrl: string, apiKey: string): Client {
  checkResponses(baseUrl);
  const onIgnored = (message: string): never => assert.fail(message);
  return createClient({ baseUrl, apiKey, attempts: 1, onIgnored, fetch: fetchForSdk });
}

function toBytes(body: unknown): string | Uint8Array<ArrayBuffer> {
  if (typeof body === 'string') return body;
  return Buffer.isBuffer(body) ? new Uint8Array(body) : JSON.stringify(body);
}

/** Asserts an error response with this status, code and field. */
export function assertRefused(
  answer: ApiResponse,
  status: number,
  code: string,
  field?: string,
): void {
  const description = `${answer.status} ${answer.text.slice(0, 500)}`;
  assert.equal(answer.status, status, description);
  assert.match(answer.headers.get('content-type') ?? '', /^application\/json/);
  const { error_description: protocolText, ...standard } = answer.body;
  const { error, code: found, statusCode, requestId, details, ...rest } = standard;
  if (protocolText !== undefined) assert.equal(error, code, description);
  assert.deepEqual(rest, {}, description);
  assert.equal(found, code, description);
  assert.equal(statusCode, status);
  assert.equal(typeof error, 'string');
  assert.equal(typeof requestId, 'string');
  assert.doesNotMatch(answer.text, /node_modules|\.ts:|select |insert into/i);
  if (field !== undefined) {
    const paths = (details ?? []).map(({ path }: { path: string }) => path);
    assert.ok(paths.includes(field), `${field} is not among the named fields: ${description}`);
  }
}

export function assertOk(answer: ApiResponse, status = 200): ApiResponse {
  assert.equal(answer.status, status, `${answer.status} ${answer.text.slice(0, 500)}`);
  return answer;
}
