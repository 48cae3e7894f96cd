import { packId, unpackId } from '../../kernel/id.ts';
import { Problem } from '../../kernel/problem.ts';
import { equalBytes, hmac } from '../secrets/crypto.ts';
import type { Secrets } from '../secrets/index.ts';
import { decrypt, encrypt } from '../secrets/secrets.ts';

/** Opaque page tokens: the last id of a page, signed for one list of one account. */
export type PageTokens = {
  make: (list: string, accountId: string, lastId: string) => string;
  read: (list: string, accountId: string, token: string) => string;
  /** For lists in the order of a text, which may be personal data and is therefore encrypted. */
  makeFromText: (list: string, accountId: string, lastText: string) => string;
  readText: (list: string, accountId: string, token: string) => string;
};

export function createPageTokens(secrets: Secrets): PageTokens {
  const keys = secrets.keysFor('page tokens');
  const textKeys = secrets.keysFor('page tokens of texts');
  const sign = (by: Buffer, list: string, accountId: string, id: string): Buffer =>
    hmac(by, `${list} ${accountId} ${id}`).subarray(0, 16);
  return {
    make: (list, accountId, id) =>
      Buffer.concat([packId(id), sign(keys.current(), list, accountId, id)]).toString('base64url'),
    read(list, accountId, token) {
      const bytes = Buffer.from(token, 'base64url');
      const id = unpackId(bytes.subarray(0, 16));
      const isOurs = keys
        .all()
        .some((by) => equalBytes(bytes.subarray(16), sign(by, list, accountId, id)));
      if (!isOurs) throw invalidPageToken();
      return id;
    },
    makeFromText: (list, accountId, text) =>
      encrypt(textKeys.current(), JSON.stringify([list, accountId, text])).toString('base64url'),
    readText(list, accountId, token) {
      const sealed = Buffer.from(token, 'base64url');
      const opened = textKeys
        .all()
        .map((key) => decrypt(key, sealed))
        .find((text) => text !== undefined);
      const [ofList, ofAccount, text] = JSON.parse(opened ?? '[]') as string[];
      if (text === undefined || ofList !== list || ofAccount !== accountId)
        throw invalidPageToken();
      return text;
    },
  };
}

const invalidPageToken = () =>
  new Problem('invalid_page_token', {
    details: [
      {
        path: 'lastEvaluatedKey',
        message: 'is invalid. Send the value from the previous page of this list',
      },
    ],
  });

/** One page of a list. Reads one more row to know whether a next page exists. */
export function paginate(
  cursors: PageTokens,
  list: string,
  accountId: string,
  token: string | undefined,
  size: number,
) {
  const last = token === undefined ? undefined : cursors.read(list, accountId, token);
  return <T extends { id: string }>(read: ReadPage<T>) =>
    readPage(read, last, size, ({ id }) => cursors.make(list, accountId, id));
}

type ReadPage<T> = (last: string | undefined, limit: number) => Promise<T[]>;

/** Like `paginate`, for a list in the order of its rows' `position`. */
export function paginateByText(
  cursors: PageTokens,
  list: string,
  accountId: string,
  token: string | undefined,
  size: number,
) {
  const last = token === undefined ? undefined : cursors.readText(list, accountId, token);
  return <T extends { position: string }>(read: ReadPage<T>) =>
    readPage(read, last, size, ({ position }) => cursors.makeFromText(list, accountId, position));
}

async function readPage<T>(
  read: ReadPage<T>,
  last: string | undefined,
  size: number,
  makeToken: (end: T) => string,
): Promise<{ rows: T[]; lastEvaluatedKey?: string }> {
  const found = await read(last, size + 1);
  const rows = found.slice(0, size);
  const end = rows.at(-1);
  if (!end || found.length <= size) return { rows };
  return { rows, lastEvaluatedKey: makeToken(end) };
}
