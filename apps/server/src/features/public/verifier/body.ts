import multipart from '@fastify/multipart';
import { verifyLimit, verifyPosted } from '@insignia/contract';
import type { FastifyRequest } from 'fastify';
import { invalid, Problem } from '../../../kernel/problem.ts';
import { type App, readAs } from '../../../platform/http/index.ts';
import type { VerifyInput } from './run.ts';

const textLimit = 1024 * 1024;

/** `app` takes forms with a file, for /verify alone. */
export function takePictures(app: App): void {
  void app.register(multipart, {
    limits: {
      fileSize: verifyLimit + 1,
      files: 1,
      fieldSize: textLimit + 1,
      fields: 10,
      parts: 11,
    },
  });
}

/** What was sent, as JSON or as a form. What a form leaves empty was not given. */
export async function readInput(request: FastifyRequest): Promise<Omit<VerifyInput, 'client'>> {
  if (!request.isMultipart()) return readAs(verifyPosted.body, request.body ?? {});
  const { fields, file } = await readParts(request).catch((error: unknown) => {
    // Otherwise the rest of the form is parsed too, for nothing.
    request.raw.unpipe().resume();
    throw isCounted(error) ? error : invalid('body', 'is no form that can be read');
  });
  if (file && file.length > verifyLimit) throw new Problem('body_too_large');
  return { ...readAs(verifyPosted.body, fields), file };
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

/** A limit of the framework's, which says itself what is too much. */
function isCounted(error: unknown): boolean {
  return String((error as { code?: unknown }).code).startsWith('FST_');
}
