import type { S3ClientConfig } from '@aws-sdk/client-s3';

export type S3Place = {
  bucket: string;
  /** Prefix of object names, such as `insignia/`. */
  prefix: string;
  endpoint: string | undefined;
  region: string;
};

/**
 * Credentials come from the SDK's environment (AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or a
 * role). `silenceMs` aborts requests; the SDK's `requestTimeout` only warns. Modules that every
 * process loads must not load the SDK, which takes 25 MiB.
 */
export function configureS3(
  { region, endpoint }: S3Place,
  silenceMs: number,
  maxSockets = 50,
): S3ClientConfig {
  const agent = { maxSockets };
  return {
    region,
    maxAttempts: 3,
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    requestHandler: {
      ...{ connectionTimeout: 3_000, socketTimeout: silenceMs },
      ...{ httpAgent: agent, httpsAgent: agent },
    },
  };
}

export function getHttpStatus(error: unknown): number {
  const { $metadata } = error as { $metadata?: { httpStatusCode?: number } };
  return $metadata?.httpStatusCode ?? 0;
}

/** True for a missing object. A missing bucket counts as unavailable. */
export function isObjectMissing(error: unknown): boolean {
  return getHttpStatus(error) === 404 && (error as Error).name !== 'NoSuchBucket';
}

/** Completes the place's name with a reason. */
export function describeS3Error(error: unknown): string {
  const { name, message } = error as Error;
  return getHttpStatus(error) === 403 ? 'rejects these credentials' : `failed: ${message || name}`;
}
