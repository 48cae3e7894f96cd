import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../kernel/clock.ts';
import { readId } from '../../kernel/id.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Database } from '../../platform/db/index.ts';
import type { App } from '../../platform/http/index.ts';
import { definePage } from '../../platform/pages/index.ts';
import type { Urls } from '../../platform/urls.ts';
import { type State, stateOf } from './rules.ts';
import { erasedAwards, type WholeCredential, wholeCredential } from './store.ts';

type Shown = {
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
const absent = definePage<{ isGone: boolean }>(import.meta.url, './views/no-credential.eta');
const day = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' });

type PageDeps = { db: Database; urls: Urls; clock: Clock };

/** The page that a recipient shows and a verifier opens. */
export function credentialPage(app: App, { db, urls, clock }: PageDeps): void {
  const hidden = { schema: { hide: true } as object };
  app.get<{ Params: { guid: string } }>('/credentials/:guid', hidden, async (request, reply) => {
    const guid = readId(request.params.guid);
    const found = guid && (await wholeCredential(db, guid));
    if (found)
      return view(
        reply,
        `${found.badgeName}: ${found.recipientName}`,
        shownOf(found, urls, clock()),
      );
    return answerAbsent(db, guid, request, reply);
  });
}

async function answerAbsent(
  db: Database,
  guid: string | undefined,
  { headers }: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const isGone = guid !== undefined && (await erasedAwards(db, [guid])).length > 0;
  if (!headers.accept?.includes('text/html'))
    throw new Problem(isGone ? 'credential_gone' : 'credential_not_found');
  const title = isGone ? 'Credential deleted' : 'No such credential';
  return absent(reply, title, { isGone }, isGone ? 410 : 404);
}

function shownOf(credential: WholeCredential, urls: Urls, now: Date): Shown {
  const { revokedAt, expires } = credential;
  return {
    state: stateOf({ revoked: revokedAt !== null, expires: expires?.getTime() }, now.getTime()),
    reason: credential.revocationReason,
    recipient: credential.recipientName,
    badge: credential.badgeName,
    description: credential.description,
    criteria: credential.criteria,
    image: urls.image(credential.imageCid),
    issuer: { name: credential.issuerName, url: credential.issuerUrl },
    issued: day.format(credential.issuedOn),
    expires: expires ? day.format(expires) : undefined,
    json: urls.award(credential.id),
  };
}
