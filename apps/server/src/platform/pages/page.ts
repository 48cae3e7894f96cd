import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import helmet from '@fastify/helmet';
import { type Language, pagePaths } from '@insignia/contract';
import { Eta } from 'eta';
import type { FastifyReply } from 'fastify';
import { getTextDirection } from '../../kernel/language.ts';
import { type App, acceptForms, redirectToBaseUrl } from '../http/index.ts';
import { type Asset, pageStylesheet } from './asset.ts';

type Policy = Record<string, string[]>;

/** Content security policy of pages: our own styles, fonts and pictures, and forms to us. */
const directives: Policy = {
  'default-src': ["'none'"],
  'style-src': ["'self'"],
  'font-src': ["'self'"],
  'img-src': ["'self'", 'data:'],
  'form-action': ["'self'"],
  'base-uri': ["'none'"],
  'frame-ancestors': ["'none'"],
};

/** Helmet sends these headers with every other page (cached-reads.test.ts compares them). */
const protection = [
  ...['origin-agent-cluster', '?1'],
  ...['x-dns-prefetch-control', 'off'],
  ...['x-download-options', 'noopen'],
  ...['x-permitted-cross-domain-policies', 'none'],
  ...['x-xss-protection', '0'],
];
const ownSiteOnly = [
  ...['cross-origin-resource-policy', 'same-origin'],
  ...['x-frame-options', 'SAMEORIGIN'],
];
// Omit X-Frame-Options: older browsers would refuse what the policy of such a page allows.
const anySite = ['cross-origin-resource-policy', 'cross-origin'];

/**
 * Returns the headers of a page that is sent as prepared bytes: the common policy, and what this
 * page adds.
 */
export function pagePolicy(more: Policy = {}, isFramed = false): string[] {
  const policy = Object.entries({ ...directives, ...more }).map(
    ([name, values]) => `${name} ${values.join(' ')}`,
  );
  return [
    ...['content-security-policy', policy.join('; ')],
    ...['referrer-policy', 'strict-origin-when-cross-origin'],
    ...['cross-origin-opener-policy', 'same-origin'],
    ...protection,
    ...(isFramed ? anySite : ownSiteOnly),
  ];
}

function protectPages(app: App): void {
  void app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives },
    strictTransportSecurity: false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  });
}

/** Prepares a scope for pages: policy, forms, and redirects from other hosts. */
export function createPageScope(baseUrl: string, accept = acceptForms): (app: App) => void {
  return (app) => {
    protectPages(app);
    accept(app);
    redirectToBaseUrl(app, baseUrl);
  };
}

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
