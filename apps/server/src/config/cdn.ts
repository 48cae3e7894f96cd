import { type Cdn, cdnFormats } from '../platform/cdn/rules.ts';
import type { Env, ReadSetting } from './env.ts';
import * as parse from './parsers.ts';

export function readCdnConfig(env: Env, read: ReadSetting): Cdn | undefined {
  const url = read<string | undefined>('CDN_PURGE_URL', undefined, (text) =>
    parse.hook(parse.urlWith(text, ['https:', 'http:'])),
  );
  const form = read('CDN_PURGE_FORM', 'generic', (text) => parse.oneOf(text, cdnFormats));
  const maxAge = read('CDN_MAX_AGE_SECONDS', 3_600, (text) =>
    parse.wholeNumber(text, 60, 31_536_000),
  );
  return url ? { url, form, maxAge, token: env('CDN_PURGE_TOKEN') } : undefined;
}
