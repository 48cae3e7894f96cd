/** Theme, last account, and dismissed hints: no personal data. */
const harmless = ['insignia.theme', 'insignia.account', 'insignia.seen.'];

type Act = () => unknown;
const inHand = new Set<Act>();
const inStores = new Set<Act>();

function added(to: Set<Act>, act: Act): Act {
  to.add(act);
  return () => to.delete(act);
}

/** Pending work that would store data again. */
export const onLetGo = (act: Act): Act => added(inHand, act);
/** Other browser storage to clear. */
export const onForget = (act: Act): Act => added(inStores, act);

/** This tab only. */
export function letGo(): void {
  for (const act of inHand) act();
  sessionStorage.clear();
}

/** Clears everything that the next user of this browser must not see. */
export async function forget(...but: readonly string[]): Promise<void> {
  letGo();
  const stays = [...harmless, ...but];
  for (const place of Object.keys(localStorage))
    if (!stays.some((known) => place.startsWith(known))) localStorage.removeItem(place);
  await Promise.allSettled([...inStores].map((act) => act()));
}
