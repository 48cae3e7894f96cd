import { type ErrorCode, errors, type Language } from '@insignia/contract';
import type { FastifyReply } from 'fastify';
import { readRequestLanguage } from '../../platform/http/index.ts';
import { definePage, pagePolicy } from '../../platform/pages/index.ts';
import { getPublicTexts } from '../published/index.ts';

type PageTexts = { title: string; lead: string };
/** `next`: what to do if something wasn't found. An erased credential has its own. */
type NotFoundTexts = Record<'erased' | 'credential' | 'badge' | 'issuer' | 'page', PageTexts> & {
  next: string;
};

const notFoundTexts: Record<Language, NotFoundTexts> = {
  en: {
    erased: {
      title: 'This credential was erased',
      lead: 'The issuer erased this credential and all data stored about it. If it’s yours, ask the issuer for a new one.',
    },
    credential: {
      title: 'Credential not found',
      lead: 'This link doesn’t lead to a credential.',
    },
    badge: { title: 'Badge not found', lead: 'This link doesn’t lead to a badge.' },
    issuer: { title: 'Issuer not found', lead: 'This link doesn’t lead to an issuer.' },
    page: { title: 'Page not found', lead: 'This link doesn’t lead to a page.' },
    next: 'Check that the link is complete, or ask the sender for a new one.',
  },
  de: {
    erased: {
      title: 'Dieses Zertifikat wurde gelöscht',
      lead: 'Der Aussteller hat dieses Zertifikat und alle dazu gespeicherten Daten gelöscht. Wenn es Ihres ist, bitten Sie den Aussteller um ein neues.',
    },
    credential: {
      title: 'Zertifikat nicht gefunden',
      lead: 'Dieser Link führt zu keinem Zertifikat.',
    },
    badge: { title: 'Badge nicht gefunden', lead: 'Dieser Link führt zu keinem Badge.' },
    issuer: {
      title: 'Aussteller nicht gefunden',
      lead: 'Dieser Link führt zu keinem Aussteller.',
    },
    page: { title: 'Seite nicht gefunden', lead: 'Dieser Link führt zu keiner Seite.' },
    next: 'Prüfen Sie, ob der Link vollständig ist, oder bitten Sie um einen neuen.',
  },
  fr: {
    erased: {
      title: 'Ce certificat a été supprimé',
      lead: 'L’émetteur a supprimé ce certificat et toutes les données enregistrées à son sujet. S’il s’agit du vôtre, demandez-en un nouveau à l’émetteur.',
    },
    credential: {
      title: 'Certificat introuvable',
      lead: 'Ce lien ne mène à aucun certificat.',
    },
    badge: { title: 'Badge introuvable', lead: 'Ce lien ne mène à aucun badge.' },
    issuer: { title: 'Émetteur introuvable', lead: 'Ce lien ne mène à aucun émetteur.' },
    page: { title: 'Page introuvable', lead: 'Ce lien ne mène à aucune page.' },
    next: 'Vérifiez que le lien est complet, ou demandez-en un nouveau à la personne qui vous l’a envoyé.',
  },
  es: {
    erased: {
      title: 'Este certificado se ha eliminado',
      lead: 'El emisor ha eliminado este certificado y todos los datos guardados sobre él. Si es suyo, pida uno nuevo al emisor.',
    },
    credential: {
      title: 'Certificado no encontrado',
      lead: 'Este enlace no lleva a ningún certificado.',
    },
    badge: {
      title: 'Insignia no encontrada',
      lead: 'Este enlace no lleva a ninguna insignia.',
    },
    issuer: { title: 'Emisor no encontrado', lead: 'Este enlace no lleva a ningún emisor.' },
    page: { title: 'Página no encontrada', lead: 'Este enlace no lleva a ninguna página.' },
    next: 'Compruebe que el enlace esté completo o pida uno nuevo a quien se lo envió.',
  },
  ar: {
    erased: {
      title: 'حُذفت هذه الشهادة',
      lead: 'حذفت الجهة المُصدِرة هذه الشهادة وجميع البيانات المخزّنة عنها. إذا كانت شهادتك، فاطلب من الجهة المُصدِرة شهادة جديدة.',
    },
    credential: { title: 'الشهادة غير موجودة', lead: 'لا يؤدي هذا الرابط إلى أي شهادة.' },
    badge: { title: 'الشارة غير موجودة', lead: 'لا يؤدي هذا الرابط إلى أي شارة.' },
    issuer: { title: 'الجهة المُصدِرة غير موجودة', lead: 'لا يؤدي هذا الرابط إلى أي جهة مُصدِرة.' },
    page: { title: 'الصفحة غير موجودة', lead: 'لا يؤدي هذا الرابط إلى أي صفحة.' },
    next: 'تأكد من أن الرابط كامل، أو اطلب رابطًا جديدًا ممن أرسله إليك.',
  },
};

export function getNotFoundTexts(language: Language): NotFoundTexts {
  return notFoundTexts[language];
}

const missing: Partial<Record<ErrorCode, 'credential' | 'badge' | 'issuer'>> = {
  credential_not_found: 'credential',
  badge_not_found: 'badge',
  issuer_not_found: 'issuer',
};

const view = definePage<PageTexts & { verify: string }>(import.meta.url, './views/absent.eta');

/** Renders a page for a missing or erased resource, in the language that the browser prefers. */
export function replyNotFound(reply: FastifyReply, code: ErrorCode): FastifyReply {
  const policy = pagePolicy();
  for (let at = 0; at < policy.length; at += 2) reply.header(policy[at] ?? '', policy[at + 1]);
  reply.header('vary', 'Accept, Accept-Language');
  const language = readRequestLanguage(reply.request);
  const { title, lead } = choosePageTexts(getNotFoundTexts(language), code);
  const { verify } = getPublicTexts(language).footer;
  return view(reply, title, { title, lead, verify }, errors[code].status, language);
}

function choosePageTexts(t: NotFoundTexts, code: ErrorCode): PageTexts {
  if (code === 'credential_gone') return t.erased;
  const { title, lead } = t[missing[code] ?? 'page'];
  return { title, lead: `${lead} ${t.next}` };
}
