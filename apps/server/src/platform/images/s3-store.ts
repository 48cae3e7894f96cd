import type { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { computeCid, isCid } from './cid.ts';
import { type ImageStore, StoreFull, StoreUnavailable } from './image-store.ts';
import {
  configureS3,
  describeS3Error,
  getHttpStatus,
  isObjectMissing,
  type S3Place,
} from './s3.ts';

const MAX_BLOB_BYTES = 8 * 1024 * 1024;

const silenceMs = 10_000;

/**
 * Blobs in an S3 bucket, for several hosts. An unavailable store gives 503 and is never mistaken
 * for a missing blob.
 */
export function createS3Store(place: S3Place): ImageStore {
  const client = new S3Client(configureS3(place, silenceMs));
  const { bucket, prefix } = place;
  const away = (error: unknown): Error =>
    getHttpStatus(error) === 507 || /quota/i.test((error as Error).name)
      ? new StoreFull()
      : new StoreUnavailable(`s3://${bucket}/${prefix} ${describeS3Error(error)}`, error);
  const at = (cid: string) => ({ Bucket: bucket, Key: `${prefix}${cid}` });

  const read = async (cid: string): Promise<Buffer | undefined> => {
    try {
      const { Body, ContentLength = 0 } = await client.send(new GetObjectCommand(at(cid)));
      if (ContentLength > MAX_BLOB_BYTES) {
        // An unread body would occupy one of few connections.
        (Body as Readable | undefined)?.destroy();
        return undefined;
      }
      if (!Body) return undefined;
      const bytes = Buffer.from(await Body.transformToByteArray());
      return computeCid(bytes) === cid ? bytes : undefined;
    } catch (error) {
      if (isObjectMissing(error)) return undefined;
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
      const cid = computeCid(bytes);
      try {
        await write(cid, bytes, true);
      } catch (error) {
        // The blob exists or is being written. Retry only if the stored bytes differ.
        if (![409, 412].includes(getHttpStatus(error))) throw away(error);
        if (!(await read(cid)))
          await write(cid, bytes, false).catch((again: unknown) => {
            throw away(again);
          });
      }
      return cid;
    },
    async has(cid) {
      try {
        await client.send(new HeadObjectCommand(at(cid)));
        return true;
      } catch (error) {
        if (isObjectMissing(error)) return false;
        throw away(error);
      }
    },
    async *list() {
      for (let after: string | undefined; ; ) {
        const listing = { Bucket: bucket, Prefix: prefix, ContinuationToken: after };
        const { Contents = [], NextContinuationToken } = await client
          .send(new ListObjectsV2Command(listing))
          .catch((error: unknown) => {
            throw away(error);
          });
        for (const { Key = '' } of Contents) {
          const name = Key.slice(prefix.length);
          if (isCid(name)) yield name;
        }
        if (!NextContinuationToken) return;
        after = NextContinuationToken;
      }
    },
    async remove(cid) {
      await client.send(new DeleteObjectCommand(at(cid))).catch((error: unknown) => {
        throw away(error);
      });
    },
  };
}
