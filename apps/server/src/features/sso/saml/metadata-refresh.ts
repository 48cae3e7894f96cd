import type { Clock } from '../../../kernel/clock.ts';
import type { Database, Trx } from '../../../platform/db/index.ts';
import { type BackgroundWork, enqueue, type Job } from '../../../platform/jobs/index.ts';
import {
  describeOutboundError,
  type ProviderClient,
  unresolvedHost,
} from '../../../platform/outbound/index.ts';
import { recordAction } from '../../audit/index.ts';
import {
  describeFederation,
  MetadataError,
  privateLocation,
  readIdpMetadata,
  unresolvedLocation,
} from './idp-metadata.ts';
import {
  deleteExpiredSaml,
  findRefreshTarget,
  type IdpMetadata,
  recordRefreshError,
  refreshMetadata,
  takeDueRefreshes,
} from './store.ts';

export const refreshMs = 86_400_000;
/** After a failure, and for a job that a crash interrupted. */
const retryMs = 3_600_000;
const MAX_BATCH = 100;
const jobKind = 'samlMetadata';

/** Fetches metadata. Throws a `MetadataError` that completes “metadata …”. */
export async function fetchMetadata(
  provider: ProviderClient,
  url: string,
  now: Date,
): Promise<IdpMetadata> {
  const headers = { accept: 'application/samlmetadata+xml, application/xml, text/xml' };
  let response: Response;
  try {
    response = await provider.fetch(url, { headers });
  } catch (error) {
    const { message } = error as Error;
    throw new MetadataError(
      message.startsWith('the response is larger')
        ? `is too large. If it ${describeFederation}`
        : `can’t be fetched: ${describeOutboundError(error as Error)}`,
    );
  }
  const { status } = response;
  if (status >= 300 && status < 400)
    throw new MetadataError('can’t be fetched: the URL redirects. Enter the URL that it leads to');
  if (status !== 200) throw new MetadataError(`can’t be fetched: the server returned ${status}`);
  return parseMetadata(provider, await response.text(), now);
}

export async function parseMetadata(
  provider: ProviderClient,
  xml: string,
  now: Date,
): Promise<IdpMetadata> {
  const metadata = readIdpMetadata(xml, now, (url) => provider.findRefusal(url) === undefined);
  const refusal = await provider.findSettingRefusal(metadata.ssoUrl);
  if (refusal !== undefined)
    throw new MetadataError(refusal === unresolvedHost ? unresolvedLocation : privateLocation);
  return metadata;
}

type RefreshDeps = { db: Database; clock: Clock; provider: ProviderClient };

/** Refreshes metadata daily. */
export function registerSamlWork(work: BackgroundWork, deps: RefreshDeps): void {
  const { clock } = deps;
  work.chores(
    { name: 'saml metadata', run: (trx) => enqueueRefreshes(trx, clock()) },
    { name: 'saml results', run: (trx) => deleteExpiredSaml(trx, clock()) },
  );
  work.remoteJobs({
    [jobKind]: ({ payload }: Job<{ connectionId: string }>) => refresh(deps, payload.connectionId),
  });
}

async function enqueueRefreshes(trx: Trx, now: Date): Promise<'again' | undefined> {
  const next = new Date(now.getTime() + retryMs);
  const due = await takeDueRefreshes(trx, { now, next, limit: MAX_BATCH });
  for (const { connectionId, accountId } of due)
    await enqueue(trx, jobKind, { connectionId }, { accountId, maxAttempts: 3 });
  return due.length === MAX_BATCH ? 'again' : undefined;
}

/** A failed refresh keeps the earlier metadata. */
async function refresh({ db, clock, provider }: RefreshDeps, connectionId: string): Promise<void> {
  const target = await findRefreshTarget(db, connectionId);
  if (!target?.url) return;
  const { url, entityId, accountId, name } = target;
  const now = clock();
  try {
    const metadata = await fetchMetadata(provider, url, now);
    // Users are bound to the provider that the administrator chose.
    if (metadata.entityId !== entityId)
      throw new MetadataError('now has another entityID. Save the connection again to accept it');
    const refreshAt = new Date(now.getTime() + refreshMs);
    await db.write(async (trx) => {
      const due = { url, now, refreshAt };
      const changed = await refreshMetadata(trx, connectionId, metadata, due);
      if (changed.length === 0) return;
      const fields = Object.fromEntries(changed.map((each) => [each, true]));
      const act = { action: 'refreshSsoMetadata', target: connectionId, name, fields } as const;
      await recordAction(trx, { accountId }, act, now);
    });
  } catch (error) {
    if (!(error instanceof MetadataError)) throw error;
    const refreshAt = new Date(now.getTime() + retryMs);
    await db.write((trx) =>
      recordRefreshError(trx, connectionId, { url, error: error.message, refreshAt }),
    );
  }
}
