import { type Cdn, createPurgeClient } from '../../platform/cdn/index.ts';
import { catchAsFinding, type DoctorFinding, okFinding } from './finding.ts';

/** Purges a tag that nothing uses, to test the CDN as real purges would. */
export async function checkCdn(cdn: Cdn | undefined): Promise<DoctorFinding[]> {
  if (!cdn) return [];
  const { host } = new URL(cdn.url);
  const remedy =
    'check CDN_PURGE_URL, CDN_PURGE_FORM and CDN_PURGE_TOKEN: until purging works, the CDN keeps copies of revoked credentials';
  return catchAsFinding('purge hook', remedy, async () => {
    const hook = createPurgeClient(cdn);
    try {
      await hook.purge(['doctor']);
      return [okFinding('purge hook', `${host} accepts purge requests`)];
    } finally {
      await hook.close();
    }
  });
}
