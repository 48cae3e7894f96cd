import { createTranslator } from '../../shared/t.ts';

/** Loaded with features/issuers/brand. */
const brand = {
  'brand.title': 'Brand',
  'brand.lead':
    'How pages, certificates and emails of {name} look. New credentials show your changes. Credentials that you have issued stay as they are unless you update them too.',
  'brand.color': 'Accent color',
  'brand.color.hint': '#rrggbb, for example #24477f',
  'brand.color.pick': 'Pick a color',
  'brand.color.asIs': 'Readable on light and dark backgrounds.',
  'brand.color.used':
    'To stay readable, the color is {onLight} on light backgrounds and {onDark} on dark backgrounds.',
  'brand.logoDark': 'Logo for dark backgrounds',
  'brand.logoDark.hint':
    'PNG or JPG, at most 5 MiB. Without one, the logo for light backgrounds is shown on a white background.',
  'brand.logo.elsewhere': 'The logo for light backgrounds is the issuer’s logo.',
  'brand.logo.change': 'Change logo',
  'brand.certificates': 'Certificates',
  'brand.design': 'Certificate designs',
  'brand.design.none': 'Choose a style, or design your own certificates.',
  'brand.design.chosen':
    'Certificates have your design “{name}”, except those of badges with another design. The style applies when there’s no default design.',
  'brand.style': 'Style',
  'brand.style.classic': 'Classic: frame and seal',
  'brand.style.engraved': 'Engraved: fine interwoven lines',
  'brand.style.academic': 'Academic: like a university diploma',
  'brand.style.modern': 'Modern: large type',
  'brand.style.editorial': 'Editorial: columns',
  'brand.style.minimal': 'Minimal: only the essentials',
  'brand.card': 'Share card',
  'brand.card.hint':
    'For badges without a share card of their own. Design your own on the issuer’s Certificates page.',
  'brand.card.usual': 'Standard share card',
  'brand.orientation': 'Orientation',
  'brand.orientation.landscape': 'Landscape',
  'brand.orientation.portrait': 'Portrait',
  'brand.paper': 'Paper',
  'brand.paper.a4': 'A4',
  'brand.paper.letter': 'US Letter',
  'brand.signatures': 'Signatures',
  'brand.signatures.hint':
    'Certificates show up to three. Pictures of signatures look best with a transparent background.',
  'brand.signature.name': 'Name of signatory {n, number}',
  'brand.signature.title': 'Title of signatory {n, number}',
  'brand.signature.picture': 'Signature of signatory {n, number}',
  'brand.signature.picture.hint': 'PNG or JPG, at least 80 by 20 pixels, at most 5 MiB',
  'brand.words': 'Language and footer',
  'brand.language': 'Language',
  'brand.language.hint': 'Used for labels and dates on pages, on certificates and in emails',
  'brand.website': 'Website',
  'brand.website.hint':
    'Shown in the footer of pages and emails. Leave empty to use the issuer’s website on pages.',
  'brand.footText': 'Footer text',
  'brand.footText.hint':
    'Shown on pages, on certificates and in emails. One line, such as an address or a registration number.',
  'brand.search': 'Search engines',
  'brand.search.allow': 'Let search engines list public pages',
  'brand.search.hint':
    'If you allow this, anyone can find your recipients by name. It takes effect once the issuer is verified. Revoked credentials are never listed.',
  'brand.search.yes': 'Listed',
  'brand.search.no': 'Not listed',
  'brand.remove': 'Remove',
  'brand.remove.what': 'Remove: {what}',
  'brand.saved': 'Brand saved. New credentials show it now.',
  'brand.samples': 'Certificates and card',
  'brand.samples.lead': 'Preview of your changes before you save them.',
  'brand.samples.whose': 'Credential',
  'brand.samples.sample': 'Sample credential',
  'brand.samples.name': 'Sample recipient',
  'brand.samples.certificate': 'Certificate, {style}',
  'brand.samples.card': 'Share card',
  'brand.samples.card.lead':
    'Social networks and messengers show this card next to a link to a credential.',
  'brand.samples.wrong': 'The preview isn’t up to date. Correct the errors above.',
  'brand.preview': 'Preview',
  'brand.preview.certificate': 'Preview of the certificate',
  'brand.preview.light': 'On a light background',
  'brand.preview.dark': 'On a dark background',
  'brand.preview.credential': 'Foundations of Data Analysis',
  'brand.preview.recipient': 'Augusta Ada King',
  'brand.preview.button': 'Verify',
} as const;

export const t = createTranslator(brand);
