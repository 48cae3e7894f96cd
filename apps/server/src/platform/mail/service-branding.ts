import type { Language } from '@insignia/contract';
import type { EmailBranding } from './email-content.ts';
import { mailColors } from './mail-colors.ts';

/** Branding of the service's own emails. */
export function createServiceBranding(language: Language): EmailBranding {
  const accent = { onLight: mailColors.light.accent ?? '', onDark: mailColors.dark.accent ?? '' };
  return { ...{ language, name: 'Insignia', foot: [] }, accent, band: accent };
}
