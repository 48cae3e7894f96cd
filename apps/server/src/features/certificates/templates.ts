import {
  type CardDesign,
  certificateTemplates,
  createCardDesign,
  styleDesigns,
} from '@insignia/design';
import { createShades, createSurfaceShades } from '@insignia/tokens/shades';
import type { Caller } from '../../kernel/caller.ts';
import { getTextDirection } from '../../kernel/language.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Urls } from '../../kernel/urls.ts';
import type { Database } from '../../platform/db/index.ts';
import { getPublicTexts } from '../published/index.ts';
import type { IssuerDesign } from './rules.ts';
import { findIssuerLook, type IssuerLook } from './store.ts';

/** Styles and templates as designs, with the look of the issuer's brand. */
export async function listTemplates(
  { db, urls }: { db: Database; urls: Urls },
  who: Caller,
  issuerId: string,
  kind: IssuerDesign['kind'],
) {
  const found = await findIssuerLook(db, who.accountId, issuerId);
  if (!found) throw new Problem('issuer_not_found');
  if (kind === 'card') return [{ style: 'card', design: createCard(found) }];
  const { brand, logoRatio } = found;
  const { accentColor, paper, orientation, signatures, language, footText } = brand;
  const { certifies, hasEarned, issuedOn, certificate } = getPublicTexts(language);
  // Braces would be placeholders.
  const footer = footText.replaceAll(/[{}]/g, '');
  const smallPrint = [`${certificate.checkStatus} {{short_url}}`, footer]
    .filter(Boolean)
    .join('\n');
  const shared = {
    ...{ paper, accentColor: createShades(accentColor).onLight, signatures: signatures.length },
    address: urls.credentialPage(''),
  };
  const labels = {
    awardedTo: certifies,
    awardedFor: hasEarned,
    verify: certificate.verify,
    smallPrint,
  };
  const isRtl = getTextDirection(language) === 'rtl';
  const { title, validUntil } = certificate;
  const styleLabels = { ...labels, title, issuedOn, validUntil };
  return [
    ...Object.entries(styleDesigns).map(([style, createDesign]) => ({
      style,
      design: createDesign({
        ...shared,
        ...{ orientation, logoRatio, isRtl, labels: styleLabels },
      }),
    })),
    ...certificateTemplates.map(({ id, name, tags, build }) => ({
      ...{ style: id, name, tags: [...tags], design: build({ ...shared, language, labels }) },
    })),
  ];
}

function createCard({ brand, logoRatio }: IssuerLook): CardDesign {
  const { accentColor, language } = brand;
  const { awardedTo, issuedOn } = getPublicTexts(language);
  return createCardDesign({
    shades: {
      panel: createSurfaceShades(accentColor).onLight,
      text: createShades(accentColor).onLight,
    },
    hasLogo: logoRatio !== null,
    isRightToLeft: getTextDirection(language) === 'rtl',
    labels: { awardedTo, issuedOn: `${issuedOn} {{issued_on}}` },
  });
}
