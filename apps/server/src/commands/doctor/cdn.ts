import { type Cdn, createPurgeClient } from '../../platform/cdn/index.ts';
import { catchAsFinding, type DoctorFinding, okFinding } from './finding.ts';

/** Purges a tag that nothing uses, to test the CDN as real purges would. */
export async function checkCdn(cdn: Cdn | undefined): Promise<DoctorFinding[]> {
  if (!cdn) return [];
  const { host } = new URL(cdn.url);
  const remedy =
    'look at CDN_PURGE_URL, CDN_PURGE_FORM and CDN_PURGE_TOKEN: until it is told, copies of what was revoked stay';
  return catchAsFinding('purge hook', remedy, async () => {
    const hook = createPurgeClient(cdn);
    try {
      await hook.purge(['doctor']);
      return [okFinding('purge hook', `${host} takes what it is told of`)];
    } finally {
      await hook.close();
    }
  });
}
