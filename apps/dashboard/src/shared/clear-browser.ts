/** Kept for the next user, because they contain no personal data. */
const KEPT_PREFIXES = ['insignia.theme', 'insignia.account', 'insignia.seen.'];

type Cleanup = () => unknown;
const tabCleanups = new Set<Cleanup>();
const browserCleanups = new Set<Cleanup>();

function register(to: Set<Cleanup>, act: Cleanup): Cleanup {
  to.add(act);
  return () => to.delete(act);
}

/** Stops work that would store data again. */
export const onTabCleared = (act: Cleanup): Cleanup => register(tabCleanups, act);
/** Clears other storage of the browser. */
export const onBrowserCleared = (act: Cleanup): Cleanup => register(browserCleanups, act);

export function clearTab(): void {
  for (const act of tabCleanups) act();
  sessionStorage.clear();
}

/** Clears everything that the next user of this browser must not see. */
export async function clearBrowser(...but: readonly string[]): Promise<void> {
  clearTab();
  const stays = [...KEPT_PREFIXES, ...but];
  for (const place of Object.keys(localStorage))
    if (!stays.some((known) => place.startsWith(known))) localStorage.removeItem(place);
  await Promise.allSettled([...browserCleanups].map((act) => act()));
}
