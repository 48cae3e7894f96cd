import type { Language } from '@insignia/contract';

type LayoutTexts = { about: string; slogan: string; verify: string; reference: string };

/** Fixed texts around a page. */
export const layoutTexts: Record<Language, LayoutTexts> = {
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
