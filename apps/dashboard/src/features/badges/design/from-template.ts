import { type Design, paletteOf, type Template } from '@insignia/design';
import type { Words } from './context.ts';
import { t } from './t.ts';

/** Fills a template with the badge's words, or with placeholders. */
export function fromTemplate(template: Template, { title, issuer, color, logo }: Words): Design {
  return template.make(paletteOf(color), {
    title: title || t('design.sample.title'),
    issuer: issuer || t('design.sample.issuer'),
    icon: 'award',
    logo,
  });
}
