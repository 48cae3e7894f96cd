import { type PreparedResponse, prepareResponse } from '../../../platform/http/index.ts';
import { dispositionOf } from '../files/prepare-file.ts';

type Signed = {
  type: string;
  body: string | Buffer;
  /** Seconds for which others may keep it. */
  maxAge: number;
  madeFrom: string[];
  /** A name for who keeps it as a file. */
  file?: { name: string; isDownload: boolean };
};

/** What is signed is the same for everybody, and other sites may read it. */
export function prepareSigned({ type, body, maxAge, madeFrom, file }: Signed): PreparedResponse {
  return prepareResponse({
    ...{ type, body, madeFrom, cache: `public, max-age=${maxAge}` },
    // It names its recipient; only the page is for search engines.
    headers: ['vary', 'Accept', 'access-control-allow-origin', '*', 'x-robots-tag', 'noindex'],
    ownHeaders: file && ['content-disposition', dispositionOf(file.name, file.isDownload)],
    form: `${type} ${file?.isDownload ?? ''}`,
  });
}
