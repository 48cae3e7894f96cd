import {
  DeleteObjectCommand,
  GetObjectCommand,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { Problem } from '../../kernel/problem.ts';
import { cidOf } from './cid.ts';
import { type ImageStore, StoreFull } from './image-store.ts';

export type S3Place = {
  bucket: string;
  /** Before each name, such as `insignia/`. */
  prefix: string;
  endpoint: string | undefined;
  region: string;
};

const mostBytes = 8 * 1024 * 1024;

/**
 * Blobs in an S3 bucket, for several hosts. Who may use it is told by the SDK's usual environment (AWS_ACCESS_KEY_ID and
 * AWS_SECRET_ACCESS_KEY, or a role). A store that is away is 503, and never taken for a blob that is missing.
 */
export function s3Store({ bucket, prefix, endpoint, region }: S3Place): ImageStore {
  const client = new S3Client({
    region,
    maxAttempts: 3,
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    requestHandler: { connectionTimeout: 3_000, requestTimeout: 10_000 },
  });
  const at = (cid: string) => ({ Bucket: bucket, Key: `${prefix}${cid}` });

  const read = async (cid: string): Promise<Buffer | undefined> => {
    try {
      const { Body, ContentLength = 0 } = await client.send(new GetObjectCommand(at(cid)));
      if (!Body || ContentLength > mostBytes) return undefined;
      const bytes = Buffer.from(await Body.transformToByteArray());
      return cidOf(bytes) === cid ? bytes : undefined;
    } catch (error) {
      if (statusOf(error) === 404) return undefined;
      throw away(error);
    }
  };
  const write = async (cid: string, bytes: Uint8Array, onlyNew: boolean): Promise<void> => {
    const input = { ...at(cid), Body: bytes, ContentLength: bytes.length };
    const condition = onlyNew ? { IfNoneMatch: '*' } : {};
    await client.send(new PutObjectCommand({ ...input, ...condition }));
  };
  return {
    get: read,
    async put(bytes) {
      const cid = cidOf(bytes);
      try {
        await write(cid, bytes, true);
      } catch (error) {
        // It is there already, or being written by somebody else: once more only if what is there is not it.
        if (![409, 412].includes(statusOf(error))) throw away(error);
        if (!(await read(cid)))
          await write(cid, bytes, false).catch((again: unknown) => {
            throw away(again);
          });
      }
      return cid;
    },
    async remove(cid) {
      await client.send(new DeleteObjectCommand(at(cid))).catch((error: unknown) => {
        throw away(error);
      });
    },
  };
}

function statusOf(error: unknown): number {
  const { $metadata } = error as { $metadata?: { httpStatusCode?: number } };
  return $metadata?.httpStatusCode ?? 0;
}

function away(error: unknown): Problem {
  if (statusOf(error) === 507 || /quota/i.test((error as Error).name)) return new StoreFull();
  return new Problem('image_unavailable', { retryAfterSeconds: 30, cause: error });
}
