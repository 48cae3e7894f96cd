import * as contract from '@insignia/contract';
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
import { computeEtag, joinEtags } from '../../platform/http/etag.ts';
import type { Scope } from '../../platform/http/index.ts';
import type { BackgroundWork } from '../../platform/jobs/index.ts';
import { getPublicTexts } from '../published/index.ts';
import {
  type CertificateDeps,
  computeCertificateEtag,
  createCertificateDesign,
  deleteCertificate,
  readCertificate,
  requireIssuer,
  updateCertificate,
} from './manage.ts';
import { findDesignErrors, type IssuerDesign } from './rules.ts';
import {
  countDesignCredentials,
  deleteUnusedCertificates,
  findIssuerLook,
  type IssuerLook,
  type ListedCertificate,
  listIssuerCertificates,
} from './store.ts';

const item = ({ id, createdAt, updatedAt, ...listed }: ListedCertificate) => ({
  ...{ certificateId: id, kind: listed.kind, name: listed.name },
  // Cards have neither.
  ...(listed.paper && listed.orientation
    ? { paper: listed.paper, orientation: listed.orientation }
    : {}),
  ...{ badges: listed.badges, isDefault: listed.isDefault },
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
});

export function registerCertificates({ implement }: Scope, deps: CertificateDeps & { urls: Urls }) {
  const findErrors = ({ design }: { design?: unknown }) => findDesignErrors(design);
  return implement(contract.certificateOperations, {
    listCertificates: async ({ params: { issuerId }, who }) => {
      await requireIssuer(deps.db, who, issuerId);
      return { items: (await listIssuerCertificates(deps.db, issuerId)).map(item) };
    },

    listCertificateTemplates: async ({ params: { issuerId }, query, who }) => ({
      items: await listTemplates(deps, who, issuerId, query.kind ?? 'certificate'),
    }),

    createCertificate: {
      handle: ({ params, body, who, once }) =>
        createCertificateDesign(deps, who, params.issuerId, body, once()),
      findErrors,
    },

    getCertificate: async ({ params: { issuerId, certificateId }, who }) => {
      const row = await readCertificate(deps, who, issuerId, certificateId);
      const answer = { ...item(row), design: row.design };
      return { answer, etag: joinEtags(computeCertificateEtag(row), computeEtag(answer)) };
    },

    updateCertificate: {
      handle: async ({ params: { issuerId, certificateId }, body, who, assertMatches }) => {
        const place = { issuerId, id: certificateId };
        const { etag, jobIds } = await updateCertificate(deps, who, place, body, assertMatches);
        return { answer: { certificateId, updated: true as const, jobIds }, etag };
      },
      findErrors,
    },

    countCertificateIssued: async ({ params: { issuerId, certificateId }, who }) => {
      const { id, isDefault } = await readCertificate(deps, who, issuerId, certificateId);
      const design = { issuerId, id, isDefault };
      const limit = contract.MAX_COUNTED_AWARDS;
      const issued = await countDesignCredentials(deps.db, design, limit + 1);
      return { count: Math.min(issued, limit), isMore: issued > limit };
    },

    deleteCertificate: async ({ params: { issuerId, certificateId }, who }) => {
      await deleteCertificate(deps, who, { issuerId, id: certificateId });
      return { deleted: true } as const;
    },
  });
}

/** Styles and templates as designs, with the look of the issuer's brand. */
async function listTemplates(
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
  const { title, validUntil } = certificate;
  const labels = {
    ...{ awardedTo: certifies, awardedFor: hasEarned, issuedOn, validUntil },
    ...{ verify: certificate.verify, smallPrint },
  };
  const isRtl = getTextDirection(language) === 'rtl';
  const styleLabels = { ...labels, title };
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

/** Deletes hidden designs that no edition names. Each run takes the next batch. */
export function registerCertificatesWork(work: BackgroundWork): void {
  let lastId: string | null = null;
  work.chores({
    name: 'unused certificate designs',
    run: async (trx) => {
      lastId = await deleteUnusedCertificates(trx, lastId);
    },
  });
}
