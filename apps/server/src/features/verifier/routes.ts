import multipart from '@fastify/multipart';
import * as contract from '@insignia/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { invalid, Problem } from '../../kernel/problem.ts';
import {
  type App,
  clientAddress,
  type Implement,
  parseInput,
  readMultipart,
  type Scope,
} from '../../platform/http/index.ts';
import type { Turn } from '../../platform/limits/main-thread.ts';
import { createPageScope } from '../../platform/pages/index.ts';
import { showError, showVerdict } from './page.ts';
import type { FileVerdict } from './printed.ts';
import { findOwnCredential, runChecksInTurn, type VerifyDeps, type VerifyInput } from './run.ts';

const textLimit = 1024 * 1024;

/** Registers the page and operation at /verify. */
export function registerVerifier(scope: Scope, deps: VerifyDeps) {
  return scope.within(createPageScope(deps.urls.base), (pages) =>
    pages.within(acceptPictures, ({ implement }) => verifyRoutes(implement, deps)),
  );
}

/** Verifies Open Badges 2.0 and 3.0 credentials, for people and programs. */
function verifyRoutes(implement: Implement, deps: VerifyDeps) {
  const answer = async (
    read: () => Promise<Omit<VerifyInput, 'client'>>,
    typed: Omit<VerifyInput, 'client'>,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> => {
    const isPage = request.headers.accept?.includes('text/html') === true;
    reply.header('cache-control', 'no-store').header('vary', 'Accept, Accept-Language');
    let input = typed;
    let turn: Turn | undefined;
    const stopping = new AbortController();
    reply.raw.once('close', () => stopping.abort());
    try {
      const client = clientAddress(request);
      const checked = { ...(await read()), client, signal: stopping.signal };
      input = checked;
      turn = await deps.mainThread.take(client);
      const verdict = await runChecksInTurn(deps, checked, turn);
      if (!isPage) return sendVerdict(reply, verdict);
      const own = verdict && (await findOwnCredential(deps, verdict));
      return showVerdict(reply, input, verdict, own, deps.urls);
    } catch (error) {
      // The client has disconnected, which is no failure.
      if (stopping.signal.aborted) return reply.hijack();
      if (isPage) return showError(reply, input, error, deps.urls);
      throw error;
    } finally {
      // After the response was built and compressed.
      turn?.end();
    }
  };
  const { url, email } = contract.verify.query.shape;
  const typed = z.string().optional();
  // Validated by the handler, so that errors appear on the page.
  const query = z.object({
    url: typed.meta({ description: url.description }),
    email: typed.meta({ description: email.description }),
  });

  return implement(
    { ...contract.verifyOperations, verify: { ...contract.verify, query } },
    {
      verify: ({ query: input, request, reply }) =>
        answer(async () => parseInput(contract.verify.query, input), input, request, reply),

      verifyPosted: ({ request, reply }) => answer(() => readInput(request), {}, request, reply),
    },
  );
}

function sendVerdict(reply: FastifyReply, verdict: FileVerdict | undefined): FastifyReply {
  if (!verdict) throw invalid('url', 'is required, unless you send document or file');
  return reply
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(formatVerdict(verdict));
}

function formatVerdict({
  edition,
  status,
  outcome,
  checks,
  found,
  ...inside
}: FileVerdict): object {
  const { issuedOn, expires, ...rest } = found;
  const at = (time: number | undefined) =>
    time === undefined ? undefined : new Date(time).toISOString();
  const times = { issuedOn: at(issuedOn), expires: at(expires) };
  const { contains, endorsements } = inside;
  return {
    ...{ edition, status, outcome, checks, found: { ...rest, ...times } },
    ...(contains && { contains: contains.map(formatVerdict) }),
    ...(endorsements && { endorsements: endorsements.map(formatVerdict) }),
  };
}

/** `app` accepts forms with a file, for /verify only. */
function acceptPictures(app: App): void {
  void app.register(multipart, {
    limits: {
      fileSize: contract.verifyLimit + 1,
      files: 1,
      fieldSize: textLimit + 1,
      fields: 10,
      parts: 11,
    },
  });
}

/** Reads JSON or a form. Empty form fields count as absent. */
async function readInput(request: FastifyRequest): Promise<Omit<VerifyInput, 'client'>> {
  if (!request.isMultipart()) return parseInput(contract.verifyPosted.body, request.body ?? {});
  const { fields, file } = await readMultipart(request, () => readParts(request));
  if (file && file.length > contract.verifyLimit) throw new Problem('body_too_large');
  return { ...parseInput(contract.verifyPosted.body, fields), file };
}

async function readParts(
  request: FastifyRequest,
): Promise<{ fields: Record<string, string>; file: Buffer | undefined }> {
  const fields: Record<string, string> = {};
  let file: Buffer | undefined;
  for await (const part of request.parts()) {
    if (part.type === 'file') file = await part.toBuffer();
    else if (typeof part.value === 'string' && part.value.trim() !== '')
      fields[part.fieldname] = part.value;
  }
  return { fields, file };
}
