import { certificateTemplates, createAcademicDesign } from '@insignia/design';
import { createShades } from '@insignia/tokens/shades';
import type { Caller } from '../../kernel/caller.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Urls } from '../../kernel/urls.ts';
import type { Database } from '../../platform/db/index.ts';
import { getPublicTexts } from '../published/index.ts';
import { findIssuerBrand } from './store.ts';

/** Styles and templates as designs, with the look of the issuer's brand. */
export async function listTemplates(
  { db, urls }: { db: Database; urls: Urls },
  who: Caller,
  issuerId: string,
) {
  const brand = await findIssuerBrand(db, who.accountId, issuerId);
  if (!brand) throw new Problem('issuer_not_found');
  const { accentColor, paper, orientation, signatures, language, footText } = brand;
  const { certifies, hasEarned, certificate } = getPublicTexts(language);
  // Braces would be placeholders.
  const footer = footText.replaceAll(/[{}]/g, '');
  const smallPrint = [`${certificate.checkStatus} {{short_url}}`, footer]
    .filter(Boolean)
    .join('\n');
  const look = {
    ...{ paper, language, accentColor: createShades(accentColor).onLight },
    signatures: signatures.length,
    labels: { awardedTo: certifies, awardedFor: hasEarned, verify: certificate.verify, smallPrint },
    address: urls.credentialPage(''),
  };
  return [
    { style: 'academic', design: createAcademicDesign({ ...look, orientation }) },
    ...certificateTemplates.map(({ id, name, tags, build }) => ({
      ...{ style: id, name, tags: [...tags], design: build(look) },
    })),
  ];
}
