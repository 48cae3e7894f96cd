import type { Clock } from '../../kernel/clock.ts';
import { readId } from '../../kernel/id.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Database } from '../../platform/db/index.ts';
import type { App } from '../../platform/http/index.ts';
import { definePage } from '../../platform/pages/index.ts';
import type { Urls } from '../../platform/urls.ts';
import { type State, stateOf } from './rules.ts';
import { wholeCredential } from './store.ts';

type Shown = {
  id: string;
  state: State;
  reason: string | null;
  recipient: string;
  badge: string;
  description: string;
  criteria: string;
  image: string;
  issuer: { name: string; url: string };
  issued: string;
  expires: string | undefined;
  json: string;
};

const view = definePage<Shown>(import.meta.url, './views/credential.eta');
const missing = definePage<object>(import.meta.url, './views/no-credential.eta');
const day = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' });

/** The page that a recipient shows and a verifier opens. */
export function credentialPage(
  app: App,
  { db, urls, clock }: { db: Database; urls: Urls; clock: Clock },
): void {
  app.get<{ Params: { guid: string } }>(
    '/credentials/:guid',
    { schema: { hide: true } as object },
    async (request, reply) => {
      const guid = readId(request.params.guid);
      const found = guid && (await wholeCredential(db, guid));
      if (!found) {
        if (!request.headers.accept?.includes('text/html'))
          throw new Problem('credential_not_found');
        return missing(reply, 'No such credential', {}, 404);
      }
      return view(reply, `${found.badgeName}: ${found.recipientName}`, {
        id: found.id,
        state: stateOf(
          { revoked: found.revokedAt !== null, expires: found.expires?.getTime() },
          clock().getTime(),
        ),
        reason: found.revocationReason,
        recipient: found.recipientName,
        badge: found.badgeName,
        description: found.description,
        criteria: found.criteria,
        image: urls.image(found.imageCid),
        issuer: { name: found.issuerName, url: found.issuerUrl },
        issued: day.format(found.issuedOn),
        expires: found.expires ? day.format(found.expires) : undefined,
        json: urls.award(found.id),
      });
    },
  );
}
