import { S3Client } from '@aws-sdk/client-s3';

export type S3Place = {
  bucket: string;
  /** Before each name, such as `insignia/`. */
  prefix: string;
  endpoint: string | undefined;
  region: string;
};

/**
 * Who may use it is told by the SDK's usual environment (AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or a role). A store that
 * says nothing for `silenceMs` is given up: the SDK's `requestTimeout` only warns.
 */
export function s3Client(
  { region, endpoint }: S3Place,
  silenceMs: number,
  maxSockets = 50,
): S3Client {
  const agent = { maxSockets };
  return new S3Client({
    region,
    maxAttempts: 3,
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    requestHandler: {
      ...{ connectionTimeout: 3_000, socketTimeout: silenceMs },
      ...{ httpAgent: agent, httpsAgent: agent },
    },
  });
}

export function statusOf(error: unknown): number {
  const { $metadata } = error as { $metadata?: { httpStatusCode?: number } };
  return $metadata?.httpStatusCode ?? 0;
}

/** A name that is not there. Of a bucket that is not there nothing is known: it is away, with all that was in it. */
export function isMissing(error: unknown): boolean {
  return statusOf(error) === 404 && (error as Error).name !== 'NoSuchBucket';
}

/** Goes on from the name of the place. */
export function whyAway(error: unknown): string {
  const { name, message } = error as Error;
  return statusOf(error) === 403 ? 'refuses these credentials' : `does not do: ${message || name}`;
}
