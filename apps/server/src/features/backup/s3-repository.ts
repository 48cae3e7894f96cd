import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import {
  configureS3,
  getHttpStatus,
  isObjectMissing,
  type S3Place,
} from '../../platform/images/s3.ts';
import { type ByteStream, type Repository, toBucketError } from './repository.ts';

const silenceMs = 60_000;
/** All remaining lists are read in parallel, one connection each. */
const MAX_SOCKETS = 10_000;
/** Two parts in memory. S3 allows 10,000 parts, so a file may have 160 GB. */
const parts = { queueSize: 2, partSize: 16 * 1024 * 1024 };

export function createS3Repository(where: S3Place): Repository {
  const client = new S3Client(configureS3(where, silenceMs, MAX_SOCKETS));
  const { bucket, prefix } = where;
  const place = `s3://${bucket}/${prefix}`;
  const at = (name: string) => ({ Bucket: bucket, Key: `${prefix}${name}` });
  const translateErrors = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw toBucketError(error, place);
    }
  };
  return {
    place,
    async *list(start) {
      for (let after: string | undefined; ; ) {
        const { Contents = [], NextContinuationToken } = await translateErrors(() =>
          client.send(
            new ListObjectsV2Command({
              Bucket: bucket,
              Prefix: `${prefix}${start}`,
              ContinuationToken: after,
            }),
          ),
        );
        for (const { Key = '', Size = 0, LastModified } of Contents)
          yield { name: Key.slice(prefix.length), bytes: Size, at: LastModified?.getTime() ?? 0 };
        if (!NextContinuationToken) return;
        after = NextContinuationToken;
      }
    },
    read: (name) =>
      translateErrors(async () => {
        try {
          const { Body } = await client.send(new GetObjectCommand(at(name)));
          return Body as Readable;
        } catch (error) {
          if (isObjectMissing(error)) return undefined;
          throw error;
        }
      }),
    // A multipart upload becomes visible with its last part. The library removes failed uploads.
    write: (name, bytes: ByteStream) =>
      translateErrors(async () => {
        await new Upload({
          client,
          params: { ...at(name), Body: Readable.from(bytes, { objectMode: false }) },
          ...parts,
        }).done();
      }),
    create: (name, bytes) =>
      translateErrors(async () => {
        try {
          await client.send(new PutObjectCommand({ ...at(name), Body: bytes, IfNoneMatch: '*' }));
          return true;
        } catch (error) {
          if ([409, 412].includes(getHttpStatus(error))) return false;
          throw error;
        }
      }),
    remove: (name) =>
      translateErrors(async () => {
        await client.send(new DeleteObjectCommand(at(name)));
      }),
    tidy: async () => {},
  };
}
