import { createPalette, type Design, type Template } from '@insignia/design';
import type { BadgeContent } from './context.ts';
import { t } from './t.ts';

/** Fills a template with the badge's words, or with placeholders. */
export function createFromTemplate(
  template: Template,
  { title, issuer, color, logo }: BadgeContent,
): Design {
  return template.make(createPalette(color), {
    title: title || t('design.sample.title'),
    issuer: issuer || t('design.sample.issuer'),
    icon: 'award',
    logo,
  });
}
