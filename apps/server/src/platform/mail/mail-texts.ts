import type { Language } from '@insignia/contract';

type MailTexts = { sentBy: (service: string) => string; unsubscribe: string };

/** Fixed texts around an email. */
export const mailTexts: Record<Language, MailTexts> = {
  en: { sentBy: (service) => `Sent by ${service} at`, unsubscribe: 'Unsubscribe' },
  de: { sentBy: (service) => `Gesendet von ${service}:`, unsubscribe: 'Abbestellen' },
  fr: { sentBy: (service) => `Envoyé par ${service} :`, unsubscribe: 'Se désabonner' },
  es: { sentBy: (service) => `Enviado por ${service}:`, unsubscribe: 'Darse de baja' },
  ar: { sentBy: (service) => `أُرسلت عبر ${service}:`, unsubscribe: 'إلغاء الاشتراك' },
};
