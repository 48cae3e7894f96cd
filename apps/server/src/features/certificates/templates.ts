import { type CardDesign, createAcademicDesign, createCardDesign } from '@insignia/design';
import { createShades, createSurfaceShades } from '@insignia/tokens/shades';
import type { Caller } from '../../kernel/caller.ts';
import { getTextDirection } from '../../kernel/language.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Urls } from '../../kernel/urls.ts';
import type { Database } from '../../platform/db/index.ts';
import { getPublicTexts } from '../published/index.ts';
import type { IssuerDesign } from './rules.ts';
import { type DesignIssuer, findDesignIssuer } from './store.ts';

/** Styles as designs, with the look of the issuer's brand. */
export async function listTemplates(
  { db, urls }: { db: Database; urls: Urls },
  who: Caller,
  issuerId: string,
  kind: IssuerDesign['kind'],
) {
  const issuer = await findDesignIssuer(db, who.accountId, issuerId);
  if (!issuer) throw new Problem('issuer_not_found');
  if (kind === 'card') return [{ style: 'card', design: createCard(issuer) }];
  const { accentColor, paper, orientation, signatures, language, footText } = issuer.brand;
  const { certifies, hasEarned, certificate } = getPublicTexts(language);
  // Braces would be placeholders.
  const footer = footText.replaceAll(/[{}]/g, '');
  const smallPrint = [`${certificate.checkStatus} {{short_url}}`, footer]
    .filter(Boolean)
    .join('\n');
  const design = createAcademicDesign({
    ...{ paper, orientation, accentColor: createShades(accentColor).onLight },
    signatures: signatures.length,
    labels: { awardedTo: certifies, awardedFor: hasEarned, verify: certificate.verify, smallPrint },
    address: urls.credentialPage(''),
  });
  return [{ style: 'academic', design }];
}

function createCard({ brand, hasLogo }: DesignIssuer): CardDesign {
  const { accentColor, language } = brand;
  const { awardedTo, issuedOn } = getPublicTexts(language);
  return createCardDesign({
    shades: {
      panel: createSurfaceShades(accentColor).onLight,
      text: createShades(accentColor).onLight,
    },
    hasLogo,
    isRightToLeft: getTextDirection(language) === 'rtl',
    labels: { awardedTo, issuedOn: `${issuedOn} {{issued_on}}` },
  });
}
