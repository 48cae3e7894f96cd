import { createHash } from 'node:crypto';
import { type Language, languages } from '@insignia/contract';
import { formatLongDate, getTextDirection } from '../../kernel/language.ts';
import { defineView, pageStylesheet } from '../../platform/pages/index.ts';
import { getPublicTexts } from '../published/index.ts';
import type { VerifyPage } from './page.ts';
import { getVerifierTexts } from './texts/index.ts';

const layout = defineView<
  OfflinePage & { stylePath: string; scriptPath: string | undefined; data: string }
>(import.meta.url, './views/offline.eta');
const form = defineView<VerifyPage>(import.meta.url, './views/verify.eta');

type OfflinePage = {
  title: string;
  /** HTML. */
  content: string;
};

/** A page in a file, which needs no service. */
export function renderOfflinePage(page: OfflinePage): string {
  return layout({ ...page, stylePath: pageStylesheet.path, scriptPath: undefined, data: '' });
}

/**
 * The page that verifies in the browser. Contains its form in every language, because a file can't
 * be chosen by the reader's language.
 */
export function renderOfflineVerifier(
  script: Uint8Array,
  now: Date,
): { page: string; scriptPath: string } {
  const hash = createHash('sha256').update(script).digest('hex').slice(0, 12);
  const scriptPath = `/assets/verifier-${hash}.js`;
  const render = (language: Language): string => {
    const t = getVerifierTexts(language);
    const copyOf = t.offline.copyOf(formatLongDate(language, now));
    return form({ t, my: undefined, url: '', document: '', email: '', isOffline: true, copyOf });
  };
  const others = languages.filter((language) => language !== 'en');
  const templates = others.map(
    (language) => `<template lang="${language}">${render(language)}</template>`,
  );
  const texts = Object.fromEntries(languages.map((language) => [language, collectTexts(language)]));
  const json = JSON.stringify(texts).replaceAll('<', '\\u003c');
  const page = layout({
    ...{ title: getVerifierTexts('en').title, content: render('en'), scriptPath },
    stylePath: pageStylesheet.path,
    data: `${templates.join('\n')}\n<script type="application/json" id="texts">${json}</script>\n`,
  });
  return { page, scriptPath };
}

/** Texts of a result, as data. Words in braces are filled in by the page. */
function collectTexts(language: Language) {
  const { title, claims, checks, details, endorsements, headlines, leads, ...others } =
    getVerifierTexts(language);
  const { identity, problems, offline } = others;
  const { verify } = getPublicTexts(language);
  return {
    ...{ dir: getTextDirection(language), title, headlines, endorsements, details },
    claims: { ...claims, byHost: claims.byHost('{host}') },
    checks: { title: checks.title, note: checks.note, keyOnly: checks.keyOnly },
    checkNames: { ...verify.checks, ...checks, read: verify.checks.fetched },
    ...{ outcomes: verify.outcomes, checking: verify.checking },
    leads: {
      ...leads,
      expired: leads.expired('{day}'),
      not_yet_valid: leads.not_yet_valid('{day}'),
      revokedFor: leads.revokedFor('{reason}'),
    },
    identity: { ...identity, onBehalf: identity.onBehalf('{host}') },
    problems: {
      ...{ empty: problems.empty, url: problems.url, email: problems.email },
      ...{ file: problems.file, tooLarge: problems.tooLarge },
      pdf: `${offline.noPdf} ${problems.printedInstead}`,
    },
  };
}
