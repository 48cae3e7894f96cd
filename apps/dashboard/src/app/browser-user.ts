import { pagePaths } from '@insignia/contract/paths';
import { eraseDrafts } from '../features/imports/work/drafts.ts';
import { clearBrowser, clearTab, onBrowserCleared } from '../shared/clear-browser.ts';

const place = 'insignia.person';
/** The user this page was opened for. */
let whose: string | undefined;

onBrowserCleared(eraseDrafts);

/** Runs first: removes data that another user left in this browser. */
export async function claimBrowserFor(personId: string): Promise<void> {
  // Other tabs see a single change.
  if (localStorage.getItem(place) !== personId) await clearBrowser(place);
  localStorage.setItem(place, personId);
  whose = personId;
}

/** Leaves the page when another tab signs out or switches users. */
async function leaveIfAnothers(): Promise<void> {
  const now = localStorage.getItem(place);
  if (whose === undefined || now === whose) return;
  whose = undefined;
  // Keep what the next user has already stored.
  if (now === null) await clearBrowser();
  else clearTab();
  location.replace(now === null ? pagePaths.signIn : pagePaths.dashboard);
}

addEventListener('storage', ({ key }) => key === place && void leaveIfAnothers());
// A page restored from the back/forward cache.
addEventListener('pageshow', ({ persisted }) => persisted && void leaveIfAnothers());
