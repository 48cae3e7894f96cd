import type { Clock } from '../../../kernel/clock.ts';
import type { Urls } from '../../../kernel/urls.ts';
import type { Database, FreshReader } from '../../../platform/db/index.ts';
import type { ResponseCache } from '../../../platform/http/index.ts';
import { defineAsset } from '../../../platform/pages/index.ts';

export type PageDeps = {
  fresh: FreshReader<Database>;
  urls: Urls;
  clock: Clock;
  cache: ResponseCache;
};

/** Stylesheet of the pages for credentials, badges and issuers. */
export const pageStyle = defineAsset(import.meta.url, './assets/credential.css');
export const { path: stylePath } = pageStyle;

/** HTML: link to the standard. */
export const standardLink =
  '<a href="https://www.imsglobal.org/spec/ob/v2p0" rel="noopener"><bdi>Open Badges 2.0</bdi></a>';
