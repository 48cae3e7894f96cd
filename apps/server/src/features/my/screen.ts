import { type Language, pagePaths } from '@insignia/contract';
import type { FastifyReply } from 'fastify';
import { readRequestLanguage } from '../../platform/http/index.ts';
import { defineAsset, defineView, readTextFields } from '../../platform/pages/index.ts';
import { getMyTexts } from './texts.ts';

/** Screens share their addresses with operations, which programs call. */
export const forBrowsers = { constraints: { page: 'html' } };

/** Copies links. The pages of collections serve it. */
export const copyScript = defineAsset(import.meta.url, './assets/my.js');

const screens = ['my', 'myCollections', 'myProfile', 'myAddresses', 'mySettings'] as const;
type Screen = (typeof screens)[number];

const navView = defineView<{
  label: string;
  items: { path: string; name: string; isHere: boolean }[];
}>(import.meta.url, './views/nav.eta');

/** HTML: links to the other screens. */
export function renderNav(language: Language, here: Screen): string {
  const { nav } = getMyTexts(language);
  const items = screens.map((screen) => ({
    ...{ path: pagePaths[screen], name: nav[screen], isHere: screen === here },
  }));
  return navView({ label: nav.my, items });
}

/** Sets the headers of a personal page. Returns the language that the browser prefers. */
export function prepareScreen(reply: FastifyReply): Language {
  reply.headers({
    ...{ vary: 'Accept, Accept-Language, Cookie', 'cache-control': 'no-store' },
    'x-robots-tag': 'noindex',
  });
  return readRequestLanguage(reply.request);
}

export const askToSignIn = (reply: FastifyReply): FastifyReply =>
  reply.redirect(pagePaths.mySignIn, 303);

/** Text fields of the forms here. */
export const readFields = readTextFields;
