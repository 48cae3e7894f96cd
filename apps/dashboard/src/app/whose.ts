import { pagePaths } from '@insignia/contract/paths';
import { forgetDrafts } from '../features/imports/work/drafts.ts';
import { forget, letGo, onForget } from '../shared/forget.ts';

const place = 'insignia.person';
/** Whom this page was opened for. */
let whose: string | undefined;

onForget(forgetDrafts);

/** Before anything is shown: what another person has left in this browser is for nobody else. */
export async function openFor(personId: string): Promise<void> {
  // Other tabs see one change, from the one to the other.
  if (localStorage.getItem(place) !== personId) await forget(place);
  localStorage.setItem(place, personId);
  whose = personId;
}

/** Where another tab has signed out, or another person in, what this one shows goes as well. */
async function leaveIfAnothers(): Promise<void> {
  const now = localStorage.getItem(place);
  if (whose === undefined || now === whose) return;
  whose = undefined;
  // What the next person has begun by now stays.
  if (now === null) await forget();
  else letGo();
  location.replace(now === null ? pagePaths.signIn : pagePaths.dashboard);
}

addEventListener('storage', ({ key }) => key === place && void leaveIfAnothers());
// A page that the browser has kept whole, and comes back to.
addEventListener('pageshow', ({ persisted }) => persisted && void leaveIfAnothers());
