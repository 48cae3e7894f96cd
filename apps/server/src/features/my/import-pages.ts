import multipart from '@fastify/multipart';
import {
  createPathBuilder,
  importCredential as importOperation,
  MAX_IMPORTED_BYTES,
  pagePaths,
  withQuery,
} from '@insignia/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readId } from '../../kernel/id.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Urls } from '../../kernel/urls.ts';
import { type App, clientAddress, parseInput, readMultipart } from '../../platform/http/index.ts';
import { definePage, readPageProblem } from '../../platform/pages/index.ts';
import type { PageUser } from '../access/index.ts';
import { findOwnAddresses } from '../people/index.ts';
import {
  type AddBadgeDeps,
  createSizeProblem,
  deleteImported,
  getExtension,
  type ImportInput,
  importCredential,
} from './imports.ts';
import { findImportedContent } from './imports-store.ts';
import { acceptOffer, declineOffer } from './offers.ts';
import { askToSignIn, prepareScreen, readFields } from './screen.ts';
import { getImportTexts, type ImportTexts } from './texts/imports.ts';

export type ImportPageDeps = AddBadgeDeps & { urls: Urls; identifyUser: PageUser };

export const importedFilePath = createPathBuilder(pagePaths.myImportFile);

const mediaTypes: Record<ReturnType<typeof getExtension>, string> = {
  ...{ png: 'image/png', svg: 'image/svg+xml', pdf: 'application/pdf' },
  ...{ json: 'application/json', jwt: 'application/jwt', txt: 'text/plain; charset=utf-8' },
};

type Values = Record<string, string>;
type ViewData = { t: ImportTexts; values: Values; problem: string | undefined };

const view = definePage<ViewData>(import.meta.url, './views/import.eta');

/** `app` accepts forms with a file of this size. */
export function acceptCredentials(app: App): void {
  void app.register(multipart, {
    limits: {
      ...{ fileSize: MAX_IMPORTED_BYTES + 1, files: 1 },
      ...{ fieldSize: MAX_IMPORTED_BYTES + 1, fields: 10, parts: 11 },
    },
  });
}

/** Reads JSON or a form. Empty fields and files count as absent. */
export async function readImport(request: FastifyRequest): Promise<ImportInput> {
  if (!request.isMultipart()) return parseInput(importOperation.body, request.body ?? {});
  const { fields, file } = await readForm(request);
  return { ...parseInput(importOperation.body, fields), ...(file && { file }) };
}

type ImportForm = { fields: Values; file: Buffer | undefined };

function readForm(request: FastifyRequest): Promise<ImportForm> {
  return readMultipart(request, () => readParts(request)).catch((error: unknown) => {
    // The framework's message names the limit of other bodies.
    const isTooLarge = (error as { code?: unknown }).code === 'FST_REQ_FILE_TOO_LARGE';
    throw isTooLarge ? createSizeProblem() : error;
  });
}

/** All fields together have room for a file or document, and an address. */
const MAX_FORM_BYTES = MAX_IMPORTED_BYTES + 16 * 1024;

async function readParts(request: FastifyRequest): Promise<ImportForm> {
  const form: ImportForm = { fields: {}, file: undefined };
  let size = 0;
  const count = (bytes: number) => {
    size += bytes;
    // Forms wait in memory for their turn.
    if (size > MAX_FORM_BYTES) throw new request.server.multipartErrors.RequestFileTooLargeError();
  };
  for await (const part of request.parts()) {
    if (part.type === 'file') {
      const bytes = await part.toBuffer();
      count(bytes.length);
      if (bytes.length > 0) form.file = bytes;
      continue;
    }
    count(Buffer.byteLength(String(part.value)));
    if (typeof part.value === 'string' && part.value.trim() !== '')
      form.fields[part.fieldname] = part.value.trim();
  }
  return form;
}

/** The screen that adds a credential of another issuer. Works without JavaScript. */
export function importPages(app: App, deps: ImportPageDeps): void {
  const { urls, identifyUser } = deps;

  const show = (reply: FastifyReply, values: Values = {}, problem?: string, status = 200) => {
    const language = prepareScreen(reply);
    const t = getImportTexts(language);
    return view(reply, t.heading, { t, values, problem }, status, language);
  };

  app.get(pagePaths.myImport, async (request, reply) =>
    (await identifyUser(request)) ? show(reply) : askToSignIn(reply),
  );

  app.get<{ Params: { importedId: string } }>(pagePaths.myImportFile, async (request, reply) => {
    const user = await identifyUser(request);
    if (!user) return askToSignIn(reply);
    const { personId } = user;
    const id = readId(request.params.importedId);
    const addresses = await findOwnAddresses(deps.db, personId);
    const content = id && (await findImportedContent(deps.db, { personId, addresses }, id));
    if (!content) throw new Problem('import_not_found');
    prepareScreen(reply);
    const extension = getExtension(content);
    return reply
      .type(mediaTypes[extension])
      .header('content-disposition', `attachment; filename="credential.${extension}"`)
      .send(content);
  });

  /** Returns what was done. */
  const act = async (
    { fields, file }: ImportForm,
    importer: { personId: string; client: string },
  ): Promise<keyof ImportTexts['done']> => {
    if (fields.act === 'delete') {
      const id = readId(fields.imported ?? '');
      if (!id) throw new Problem('import_not_found');
      await deleteImported(deps, importer.personId, id);
      return 'deleted';
    }
    if (fields.act === 'accept' || fields.act === 'decline')
      return answerOffer(deps, importer, fields.act, fields.offer ?? '');
    const input = { ...parseInput(importOperation.body, fields), ...(file && { file }) };
    await importCredential(deps, importer, input);
    return 'imported';
  };

  app.post(pagePaths.myImport, async (request, reply) => {
    const user = await identifyUser(request);
    if (!user) return askToSignIn(reply);
    let form: ImportForm = { fields: readFields(request), file: undefined };
    try {
      if (request.headers.origin !== urls.base) throw new Problem('origin_mismatch');
      if (request.isMultipart()) form = await readForm(request);
      const importer = { personId: user.personId, client: clientAddress(request) };
      const done = await act(form, importer);
      return reply.redirect(withQuery(pagePaths.my, { done }), 303);
    } catch (error) {
      const { problem, status } = readPageProblem(error, reply);
      const { problems } = getImportTexts(prepareScreen(reply));
      return show(reply, form.fields, describeProblem(problem, problems), status);
    }
  });
}

async function answerOffer(
  deps: AddBadgeDeps,
  importer: { personId: string; client: string },
  act: 'accept' | 'decline',
  offer: string,
): Promise<keyof ImportTexts['done']> {
  const id = readId(offer);
  if (!id) throw new Problem('import_not_found');
  if (act === 'decline') await declineOffer(deps, importer.personId, id);
  else await acceptOffer(deps, importer, id);
  return act === 'decline' ? 'declined' : 'imported';
}

function describeProblem({ code, details }: Problem, t: ImportTexts['problems']): string {
  const texts: Partial<Record<typeof code, string>> = {
    ...{ not_yours: t.notYours, import_invalid: t.invalid, import_unverified: t.unverified },
    ...{ import_exists: t.exists, issued_here: t.issuedHere, imported_limit_reached: t.full },
    ...{ body_too_large: t.tooLarge, too_many_requests: t.tooMany, busy: t.busy },
    ...{ import_not_found: t.gone, credential_gone: t.gone },
    origin_mismatch: t.origin,
  };
  const known = texts[code];
  if (known) return known;
  const field = details?.[0];
  if (field?.path === 'url') return t.url;
  if (field?.path === 'document') return t.document;
  if (field?.path !== 'file') return t.other;
  return field.message.startsWith('is required') ? t.empty : t.file;
}
