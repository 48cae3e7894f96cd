import { type Cdn, openHook } from '../../platform/cdn/index.ts';
import { type Finding, ok, orFault } from './finding.ts';

/** Purges a tag that nothing uses, to test the CDN as real purges would. */
export async function lookAtCdn(cdn: Cdn | undefined): Promise<Finding[]> {
  if (!cdn) return [];
  const { host } = new URL(cdn.url);
  const remedy =
    'look at CDN_PURGE_URL, CDN_PURGE_FORM and CDN_PURGE_TOKEN: until it is told, copies of what was revoked stay';
  return orFault('purge hook', remedy, async () => {
    const hook = openHook(cdn);
    try {
      await hook.purge(['doctor']);
      return [ok('purge hook', `${host} takes what it is told of`)];
    } finally {
      await hook.close();
    }
  });
}
