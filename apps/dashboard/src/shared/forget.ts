/** The look, which account was open, and what a newcomer has been shown: nothing of it is anybody's data. */
const harmless = ['insignia.theme', 'insignia.account', 'insignia.seen.'];

type Act = () => unknown;
const inHand = new Set<Act>();
const inStores = new Set<Act>();

function added(to: Set<Act>, act: Act): Act {
  to.add(act);
  return () => to.delete(act);
}

/** What a page has in hand, and would write down again. */
export const onLetGo = (act: Act): Act => added(inHand, act);
/** What the browser keeps beside what is cleared here. */
export const onForget = (act: Act): Act => added(inStores, act);

/** Of this tab alone. */
export function letGo(): void {
  for (const act of inHand) act();
  sessionStorage.clear();
}

/** Leaves nothing in this browser that whoever sits down at it next should not read. */
export async function forget(...but: readonly string[]): Promise<void> {
  letGo();
  const stays = [...harmless, ...but];
  for (const place of Object.keys(localStorage))
    if (!stays.some((known) => place.startsWith(known))) localStorage.removeItem(place);
  await Promise.allSettled([...inStores].map((act) => act()));
}
