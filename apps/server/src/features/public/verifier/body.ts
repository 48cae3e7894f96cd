import multipart from '@fastify/multipart';
import { verifyLimit, verifyPosted } from '@insignia/contract';
import type { FastifyRequest } from 'fastify';
import { Problem } from '../../../kernel/problem.ts';
import { type App, parseInput, readMultipart } from '../../../platform/http/index.ts';
import type { VerifyInput } from './run.ts';

const textLimit = 1024 * 1024;

/** `app` accepts forms with a file, for /verify only. */
export function acceptPictures(app: App): void {
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

/** Reads JSON or a form. Empty form fields count as absent. */
export async function readInput(request: FastifyRequest): Promise<Omit<VerifyInput, 'client'>> {
  if (!request.isMultipart()) return parseInput(verifyPosted.body, request.body ?? {});
  const { fields, file } = await readMultipart(request, () => readParts(request));
  if (file && file.length > verifyLimit) throw new Problem('body_too_large');
  return { ...parseInput(verifyPosted.body, fields), file };
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
