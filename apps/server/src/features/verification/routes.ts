import type { ErrorCode } from '@insignia/contract';
import { z } from 'zod';
import { Problem } from '../../kernel/problem.ts';
import type { Database } from '../../platform/db/index.ts';
import { makeReady, type ReadyBytes, type Router } from '../../platform/http/index.ts';
import { type ImageStore, isCid } from '../../platform/images/index.ts';
import type { Urls } from '../../platform/urls.ts';
import type { Documents } from './documents.ts';
import { chooseForm } from './rules.ts';
import { cacheKey, guidOf, sendDocument } from './serve.ts';
import { knownImage } from './store.ts';

export type PublicDeps = {
  db: Database;
  urls: Urls;
  images: ImageStore;
  cache: ReadyBytes;
  documents: Documents;
};

const byGuid = z.object({ guid: z.string() });

/** What anyone may read, without authentication (interface specification §4.6). */
export function publicRoutes(
  route: Router,
  { db, urls, images, cache, documents }: PublicDeps,
): void {
  const document = (
    id: 'publicIssuer' | 'publicBadge' | 'publicAward',
    kind: 'issuer' | 'badge' | 'award',
    missing: ErrorCode,
    page: (guid: string) => string,
  ): void =>
    route(id, { params: byGuid, errors: [missing] }, async ({ params, request, reply }) => {
      const guid = guidOf(params.guid);
      reply.header('vary', 'Accept');
      if (!guid) throw new Problem(missing);
      const form = chooseForm(request.headers.accept);
      if (form === 'page') return reply.redirect(page(guid), 303);
      const key = cacheKey(`/certify-badge/${kind}/${guid}`, form);
      return sendDocument(cache, key, () => documents[kind](guid, form === 'ld'), request, reply);
    });
  document('publicIssuer', 'issuer', 'issuer_not_found', urls.issuerPage);
  document('publicBadge', 'badge', 'badge_not_found', urls.badgePage);
  document('publicAward', 'award', 'credential_not_found', urls.page);

  route(
    'publicShareText',
    { params: byGuid, errors: ['credential_not_found'] },
    async ({ params, request, reply }) => {
      const guid = guidOf(params.guid);
      if (!guid) throw new Problem('credential_not_found');
      const key = `/certify-badge/award/${guid}/share-text`;
      return sendDocument(cache, key, () => documents.shareText(guid), request, reply);
    },
  );

  route(
    'getImage',
    { params: z.object({ cid: z.string() }), errors: ['image_not_found', 'image_unavailable'] },
    async ({ params: { cid }, request, reply }) => {
      const load = async () => {
        const known = isCid(cid) ? await knownImage(db, cid) : undefined;
        if (!known) throw new Problem('image_not_found');
        const bytes = await images.get(cid);
        if (!bytes) throw new Problem('image_unavailable', { retryAfterSeconds: 60 });
        const headers = [
          'cache-control',
          'public, max-age=31536000, immutable',
          'access-control-allow-origin',
          '*',
        ];
        return makeReady(200, known.mediaType, bytes, {
          etag: cid,
          headers,
          madeFrom: [`image/${cid}`],
        });
      };
      return sendDocument(cache, `/ipfs/${cid}`, load, request, reply);
    },
  );
}
