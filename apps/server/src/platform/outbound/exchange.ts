import type { Dispatcher } from 'undici';

export type ExchangeOptions = {
  dispatch: Dispatcher.DispatchOptions;
  /** Covers DNS, connection, TLS, headers and body. */
  deadlineMs: number;
  /** Maximum bytes of the body to read. */
  keepBytes: number;
  signal?: AbortSignal | undefined;
};
export type OutboundResponse = {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
  /** True if the body was longer. */
  isCut: boolean;
};

const nothing = Buffer.alloc(0);

/**
 * One request by undici's lowest interface: a stream for 4 KiB would cost as much as everything
 * else.
 */
export function exchangeRequest(
  agent: Dispatcher,
  { dispatch, deadlineMs, keepBytes, signal }: ExchangeOptions,
): Promise<OutboundResponse> {
  return new Promise((resolve, reject) => {
    const answer: OutboundResponse = { status: 0, headers: {}, body: nothing, isCut: false };
    const pieces: Buffer[] = [];
    let size = 0;
    let line: Dispatcher.DispatchController | undefined;
    let failure: Error | undefined;
    const clear = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
    };
    const finish = (): void => {
      clear();
      answer.body = pieces.length === 1 ? (pieces[0] ?? nothing) : Buffer.concat(pieces);
      resolve(answer);
    };
    const fail = (error: Error): void => {
      clear();
      failure = error;
      reject(error);
      // A queued request is cancelled before it gets a connection.
      line?.abort(error);
    };
    const expire = (): void => fail(new DOMException('too late', 'TimeoutError'));
    const stop = (): void => fail(signal?.reason as Error);
    const timer = setTimeout(expire, deadlineMs);
    if (signal?.aborted) return stop();
    signal?.addEventListener('abort', stop);
    agent.dispatch(dispatch, {
      onRequestStart: (controller) => {
        line = controller;
        if (failure) controller.abort(failure);
      },
      onResponseStart: (_, status, headers) => {
        answer.status = status;
        answer.headers = headers;
      },
      onResponseData: (controller, piece) => {
        if (answer.isCut) return;
        size += piece.length;
        answer.isCut = size > keepBytes;
        pieces.push(answer.isCut ? piece.subarray(0, piece.length - (size - keepBytes)) : piece);
        if (!answer.isCut) return;
        finish();
        controller.abort(new Error('the rest is not wanted'));
      },
      onResponseEnd: finish,
      onResponseError: (_, error) => fail(error),
    });
  });
}

/** Describes a failure without revealing what a name resolves to. */
export function describeOutboundError({ name, message }: Error): string {
  if (name === 'TimeoutError' || name === 'AbortError') return 'no response in time';
  if (message.startsWith('the URL ')) return message;
  if (/private address/.test(message)) return 'the host isn’t public';
  return 'the host can’t be reached';
}
