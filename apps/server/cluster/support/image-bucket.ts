import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { scratchDirectory } from './machines.ts';

const script = fileURLToPath(new URL('../../../../scripts/s3-gateway.sh', import.meta.url));
const dir = join(scratchDirectory, 'ceph');
const endpoint = 'http://127.0.0.1:17480';

export type ImageStore = {
  /** IMAGE_STORE with its credentials. */
  settings: Record<string, string>;
  /** Signals the gateway for all pictures. */
  signal: (signal: NodeJS.Signals) => Promise<void>;
};

/** Ceph's gateway on an in-memory Ceph. */
export async function startImageStore(): Promise<ImageStore> {
  await promisify(execFile)('bash', [script], { env: { ...process.env, S3_GATEWAY_DIR: dir } });
  const credentials = { accessKeyId: 'insignia', secretAccessKey: 'insigniasecret' };
  const s3 = new S3Client({ region: 'us-east-1', endpoint, forcePathStyle: true, credentials });
  await s3.send(new CreateBucketCommand({ Bucket: 'pictures' }));
  s3.destroy();
  return {
    settings: {
      IMAGE_STORE: `s3://pictures?endpoint=${endpoint}`,
      AWS_ACCESS_KEY_ID: credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    },
    signal: async (signal) => {
      process.kill(Number(await readFile(join(dir, 'client.rgw.pid'), 'utf8')), signal);
    },
  };
}
