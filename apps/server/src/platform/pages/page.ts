import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Language, pagePaths } from '@insignia/contract';
import { Eta } from 'eta';
import type { FastifyReply } from 'fastify';
import { getTextDirection } from '../../kernel/language.ts';
import { type Asset, pageStylesheet } from './asset.ts';
import { pagePolicy } from './protect.ts';

type LayoutTexts = { about: string; slogan: string; verify: string; reference: string };

/** Fixed texts around a page. */
const layoutTexts: Record<Language, LayoutTexts> = {
  en: {
    about:
      'Issue digital credentials that anyone can verify, and verify credentials from any issuer.',
    slogan: 'Open Badges that anyone can verify',
    verify: 'Verify a credential',
    reference: 'API reference',
  },
  de: {
    about:
      'Stellen Sie digitale Zertifikate aus, die alle prüfen können, und prüfen Sie Zertifikate beliebiger Aussteller.',
    slogan: 'Open Badges, die alle prüfen können',
    verify: 'Ein Zertifikat prüfen',
    reference: 'API-Referenz',
  },
  fr: {
    about:
      'Délivrez des certificats numériques que tout le monde peut vérifier, et vérifiez les certificats de n’importe quel émetteur.',
    slogan: 'Des Open Badges que tout le monde peut vérifier',
    verify: 'Vérifier un certificat',
    reference: 'Référence de l’API',
  },
  es: {
    about:
      'Emita certificados digitales que cualquiera puede verificar y verifique certificados de cualquier emisor.',
    slogan: 'Open Badges que cualquiera puede verificar',
    verify: 'Verificar un certificado',
    reference: 'Referencia de la API',
  },
  ar: {
    about: 'أصدر شهادات رقمية يمكن للجميع التحقق منها، وتحقّق من شهادات أي جهة مُصدِرة.',
    slogan: 'شارات Open Badges يمكن للجميع التحقق منها',
    verify: 'التحقق من شهادة',
    reference: 'مرجع API',
  },
};

const eta = new Eta({ autoTrim: false });
const read = (url: URL): string => readFileSync(fileURLToPath(url), 'utf8');
const layout = eta.compile(read(new URL('./layout.eta', import.meta.url)));

export type SendPage<T> = (
  reply: FastifyReply,
  title: string,
  it: T,
  status?: number,
  language?: Language,
) => FastifyReply;

/** A partial or a complete page. Values are escaped. */
export function defineView<T extends object>(base: string, file: string): (it: T) => string {
  const view = eta.compile(read(new URL(file, base)));
  return (it) => eta.render(view, { ...it, paths: pagePaths });
}

/** Wraps HTML content in the shared layout. */
export function renderPage(
  title: string,
  content: string,
  head = '',
  language: Language = 'en',
): string {
  return eta.render(layout, {
    title,
    stylePath: pageStylesheet.path,
    content,
    head,
    paths: pagePaths,
    language,
    dir: getTextDirection(language),
    words: layoutTexts[language],
  });
}

const scriptPolicy = pagePolicy({ 'script-src': ["'self'"], 'connect-src': ["'self'"] })[1];

/** A page of `views/` in the shared layout. Values are escaped. `script` may call our API. */
export function definePage<T extends object>(
  base: string,
  file: string,
  script?: Asset,
  policy = scriptPolicy,
): SendPage<T> {
  const view = defineView<T>(base, file);
  const head = script ? `<script src="${script.path}" defer></script>` : '';
  return (reply, title, it, status = 200, language = 'en') => {
    if (script) reply.header('content-security-policy', policy);
    return reply
      .code(status)
      .type('text/html; charset=utf-8')
      .serializer(String)
      .send(renderPage(title, view(it), head, language));
  };
}
