import { type PreparedResponse, prepareResponse } from '../../../platform/http/index.ts';
import { createContentDisposition } from '../files/prepare-file.ts';

type SignedReply = {
  type: string;
  body: string | Buffer;
  /** Cache lifetime in seconds. */
  maxAge: number;
  madeFrom: string[];
  /** File name for downloads. */
  file?: { name: string; isDownload: boolean };
};

/** Signed documents are the same for everyone, and other sites may read them. */
export function prepareSigned({
  type,
  body,
  maxAge,
  madeFrom,
  file,
}: SignedReply): PreparedResponse {
  return prepareResponse({
    ...{ type, body, madeFrom, cache: `public, max-age=${maxAge}` },
    // The document names its recipient. Search engines may list only the page.
    headers: ['vary', 'Accept', 'access-control-allow-origin', '*', 'x-robots-tag', 'noindex'],
    ownHeaders: file && [
      'content-disposition',
      createContentDisposition(file.name, file.isDownload),
    ],
    form: `${type} ${file?.isDownload ?? ''}`,
  });
}
