import { createHash } from 'node:crypto';
import multipart from '@fastify/multipart';
import * as contract from '@insignia/contract';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Caller } from '../../kernel/caller.ts';
import { readId } from '../../kernel/id.ts';
import { invalid, Problem } from '../../kernel/problem.ts';
import type { App, Router } from '../../platform/http/index.ts';
import { pageOf } from '../../platform/page-tokens.ts';
import { control } from './control.ts';
import { createImport } from './create.ts';
import type { ImportDeps } from './deps.ts';
import { errorsCsv } from './errors-csv.ts';
import { errorsPage, type ImportRow, importById, importsPage } from './store.ts';

const pageSize = 50;
const shownErrors = 100;
const byId = z.object({ importId: contract.idOrUrl });

/** Files come as the body or as a part of a form. `app` is theirs alone. */
export function takeFiles(app: App): void {
  const { bytes } = contract.importLimits;
  app.addContentTypeParser(
    'text/csv',
    { parseAs: 'buffer', bodyLimit: bytes },
    (_request, body, done) => done(null, body),
  );
  void app.register(multipart, {
    limits: { fileSize: bytes + 1, files: 1, fields: 10, parts: 11 },
  });
}

async function fileOf(request: FastifyRequest): Promise<Buffer> {
  if (Buffer.isBuffer(request.body)) return request.body;
  if (/^text\/csv\b/i.test(request.headers['content-type'] ?? '')) return Buffer.alloc(0);
  if (!request.isMultipart()) throw new Problem('unsupported_media_type');
  const file = await request.file();
  if (!file) throw invalid('file', 'is required: a part of the form with a file');
  // The library does not always notice that it has cut a file off: one byte more than allowed tells.
  const bytes = await file.toBuffer();
  if (bytes.length > contract.importLimits.bytes) throw new Problem('body_too_large');
  return bytes;
}

export function importRoutes(route: Router, deps: ImportDeps): void {
  const { db, urls, pages } = deps;

  const item = ({ id, badgeId, createdAt, finishedAt, ...row }: ImportRow) => ({
    ...row,
    importId: id,
    badgeId: urls.badge(badgeId),
    createdAt: createdAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
  });
  const find = async (who: Caller, text: string) => {
    const id = readId(text);
    const found = id && (await importById(db, who.accountId, id));
    if (!found) throw new Problem('import_not_found');
    return found;
  };
  const show = async (who: Caller, text: string) => {
    const { header: _, ...row } = await find(who, text);
    const failed = await errorsPage(db, row.id, 0, shownErrors);
    const errors = failed.flatMap(({ row: n, faults }) =>
      faults.map((fault) => ({ row: n, ...fault })),
    );
    return { ...item(row), errors: errors.slice(0, shownErrors) };
  };

  route(
    'createImport',
    {
      query: contract.createImport,
      reply: z.object({ importId: z.string() }),
      envelope: true,
      errors: ['badge_not_found', 'issuer_not_verified', 'import_limit_reached'],
    },
    async ({ query, who, request, once }) => {
      const bytes = await fileOf(request);
      const hash = createHash('sha256').update(bytes).digest('hex');
      return createImport(deps, who, query, bytes, once({ ...query, hash }));
    },
  );

  route(
    'listImports',
    {
      query: contract.listImports,
      reply: z.object({
        imports: z.array(contract.importStatus),
        lastEvaluatedKey: z.string().optional(),
      }),
      envelope: true,
      errors: ['invalid_page_token'],
    },
    async ({ query, who }) => {
      const page = pageOf(pages, 'imports', who.accountId, query.lastEvaluatedKey, pageSize);
      const { rows, ...more } = await page((last, most) =>
        importsPage(db, who.accountId, last, most),
      );
      return { imports: rows.map(item), ...more };
    },
  );

  route(
    'getImport',
    {
      params: byId,
      reply: contract.importWithErrors,
      envelope: true,
      errors: ['import_not_found'],
    },
    ({ params, who }) => show(who, params.importId),
  );

  const orders = { pauseImport: 'pause', resumeImport: 'resume', cancelImport: 'cancel' } as const;
  for (const [id, order] of Object.entries(orders))
    route(
      id as keyof typeof orders,
      {
        params: byId,
        reply: contract.importWithErrors,
        envelope: true,
        errors: ['import_not_found', 'import_finished'],
      },
      async ({ params, who }) => {
        const importId = await control(deps, who, params.importId, order);
        return show(who, importId);
      },
    );

  route(
    'importErrors',
    { params: byId, errors: ['import_not_found'] },
    async ({ params, who, reply }) => {
      const { id, header } = await find(who, params.importId);
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="import-${id}-errors.csv"`)
        .send(errorsCsv(db, id, header));
    },
  );
}
