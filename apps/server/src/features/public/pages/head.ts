import { defineView } from '../../../platform/pages/index.ts';

/** What search engines, link previews and other programs read of a page. */
export type Head = {
  title: string;
  /** In whose name it is. */
  site: string;
  locale: string;
  about: string;
  page: string;
  /** Its Open Badges document. */
  document: string;
  image: string | undefined;
  /** A picture made for previews, 1200 by 630 pixels. */
  isCard?: boolean;
  oembed?: string;
  /** Whether search engines may list it. */
  isIndexable: boolean;
  stylePath: string;
  scriptPath?: string;
};

export const headOf = defineView<Head>(import.meta.url, './views/head.eta');
