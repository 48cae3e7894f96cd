import { defineView } from '../../../platform/pages/index.ts';

/** Metadata for search engines, link previews and other programs. */
export type PageHead = {
  title: string;
  /** Name of the site. */
  site: string;
  locale: string;
  about: string;
  page: string;
  /** URL of the Open Badges document. */
  document: string;
  image: string | undefined;
  /** True for a 1200 × 630 preview picture. */
  isCard?: boolean;
  oembed?: string;
  /** True if search engines may list the page. */
  isIndexable: boolean;
  stylePath: string;
  scriptPath?: string;
};

export const renderHead = defineView<PageHead>(import.meta.url, './views/head.eta');
