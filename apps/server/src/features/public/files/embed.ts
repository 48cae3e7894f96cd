import { pagePaths } from '@insignia/contract';
import type { App, Ready } from '../../../platform/http/index.ts';
import { defineAsset, defineView, pagePolicy } from '../../../platform/pages/index.ts';
import type { Urls } from '../../../platform/urls.ts';
import type { PageDeps } from '../pages/deps.ts';
import { readCredential } from '../read-credential.ts';
import { readyPage } from '../ready-page.ts';
import { sourcesOf } from '../rules.ts';
import { guidOf, sendReady } from '../send-ready.ts';
import { type Shown, shownOf } from '../shown.ts';
import { staysFor } from '../stays-for.ts';
import type { WholeCredential } from '../store.ts';

const view = defineView<Shown & { stylePath: string }>(import.meta.url, './views/embed.eta');
const style = defineAsset(import.meta.url, './assets/embed.css');

/** The small form of a credential's page, for other sites. */
export function credentialEmbed(app: App, { db, urls, clock, cache }: PageDeps): void {
  // Older readers of X-Frame-Options would refuse what the policy of the small form allows.
  const framed = {
    schema: { hide: true } as object,
    config: {
      helmet: { frameguard: false, crossOriginResourcePolicy: { policy: 'cross-origin' } },
    } as object,
  };
  style.serve(app);
  app.get<{ Params: { guid: string } }>(pagePaths.embed, framed, (request, reply) => {
    const guid = guidOf(request.params.guid);
    const load = async () => embedOf(await readCredential(db, guid), urls, clock());
    return sendReady(cache, `embed ${guid}`, load, request, reply);
  });
}

function embedOf(credential: WholeCredential, urls: Urls, now: Date): Ready {
  const html = view({ ...shownOf(credential, urls, now), stylePath: style.path });
  const policy = pagePolicy({ 'frame-ancestors': ['*'], 'form-action': ["'none'"] });
  return readyPage(html, policy, sourcesOf(credential), staysFor(credential, now));
}
