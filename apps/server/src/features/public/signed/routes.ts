import * as contract from '@insignia/contract';
import { bakeCredentialPng } from '@insignia/openbadges/baking';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readId } from '../../../kernel/id.ts';
import { Problem } from '../../../kernel/problem.ts';
import type { Database } from '../../../platform/db/index.ts';
import type { ResponseCache, Router } from '../../../platform/http/index.ts';
import type { ImageStore } from '../../../platform/images/index.ts';
import { type Signing, statusListSource, statusSource } from '../../signing/index.ts';
import { blobOf } from '../files/blobs.ts';
import { sourceOf } from '../rules.ts';
import { guidOf, sendPrepared } from '../send-prepared.ts';
import { erasedCredentials } from '../store.ts';
import { credentialKey, didKey, files, statusListKey, text } from './keys.ts';
import { prepareSigned } from './prepare.ts';
import { chooseType, didForms, forms, offerOf } from './rules.ts';

export type SignedDeps = {
  db: Database;
  cache: ResponseCache;
  images: ImageStore;
  signing: Signing;
};

/** Cache seconds for revocations and issuer keys. */
const soon = 30;

type Credential = NonNullable<Awaited<ReturnType<Signing['credential']>>>;
type Call = {
  params: { guid: string };
  query: { download?: string | undefined };
  request: FastifyRequest;
  reply: FastifyReply;
};

/** Open Badges 3.0: credentials signed on request, issuer keys and status lists. */
export function signedRoutes(route: Router, deps: SignedDeps): void {
  const { cache, signing } = deps;

  /** Sends a credential in one of its forms. */
  const send = async (
    { params, query, request, reply }: Call,
    {
      type,
      name,
      make,
    }: { type: string; name: string; make: (of: Credential) => Promise<string | Buffer> },
  ): Promise<FastifyReply> => {
    const id = guidOf(params.guid);
    if (!id) throw new Problem('credential_not_found');
    const isDownload = query.download !== undefined;
    const load = async () => {
      const credential = await signing.credential(id);
      if (!credential) throw await missing(deps.db, id);
      return prepareSigned({
        ...{ type, body: await make(credential), maxAge: credential.revokedAt ? soon : 300 },
        madeFrom: [
          ...[sourceOf.credential(id), sourceOf.issuer(credential.issuerId)],
          sourceOf.account(credential.accountId),
        ],
        file: { name: `${credential.badgeName} ${name}`, isDownload },
      });
    };
    return sendPrepared(cache, credentialKey(name, type, id, isDownload), load, request, reply);
  };
  const documentText = async (of: Credential) => JSON.stringify(await signing.document(of));

  route(contract.signedCredential, (asked) =>
    send(asked, {
      type: chooseType(asked.request.headers.accept, forms),
      name: files.document,
      make: documentText,
    }),
  );
  route(contract.signedJwt, (asked) =>
    send(asked, { type: text, name: files.jwt, make: signing.jwt }),
  );
  route(contract.signedBadge, (asked) =>
    send(asked, {
      type: 'image/png',
      name: files.badge,
      make: async (of) =>
        Buffer.from(bakeCredentialPng(await blobOf(deps, of.imageCid), await documentText(of))),
    }),
  );

  route(contract.walletExchange, async ({ params, reply }) => {
    const id = guidOf(params.guid);
    if (!id) throw new Problem('credential_not_found');
    const credential = await signing.credential(id);
    if (!credential) throw await missing(deps.db, id);
    const offer = offerOf(await signing.document(credential));
    return reply
      .type('application/json; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(offer);
  });

  route(contract.issuerDid, async ({ params, request, reply }) => {
    const id = guidOf(params.guid);
    if (!id) throw new Problem('issuer_not_found');
    const type = chooseType(request.headers.accept, didForms);
    const load = async () => {
      const found = await signing.did(id);
      if (!found) throw new Problem('issuer_not_found');
      const madeFrom = [sourceOf.issuer(id), sourceOf.account(found.accountId)];
      return prepareSigned({ type, body: JSON.stringify(found.document), maxAge: soon, madeFrom });
    };
    return sendPrepared(cache, didKey(type, id), load, request, reply);
  });

  route(contract.statusList, async ({ params, request, reply }) => {
    const id = readId(params.listId);
    if (!id || id !== params.listId) throw new Problem('status_list_not_found');
    const type = chooseType(request.headers.accept, forms);
    const load = async () => {
      const list = await signing.statusList(id);
      if (!list) throw new Problem('status_list_not_found');
      const { issuerId, accountId } = list;
      const madeFrom = [
        ...[statusSource, statusListSource(id), sourceOf.issuer(issuerId)],
        sourceOf.account(accountId),
      ];
      return prepareSigned({ type, body: JSON.stringify(list.document), maxAge: soon, madeFrom });
    };
    return sendPrepared(cache, statusListKey(type, id), load, request, reply);
  });
}

async function missing(db: Database, id: string): Promise<Problem> {
  const isErased = (await erasedCredentials(db, [id])).length > 0;
  return new Problem(isErased ? 'credential_gone' : 'credential_not_found');
}
