import * as contract from '@insignia/contract';
import type { Urls } from '../../kernel/urls.ts';
import { computeEtag, joinEtags } from '../../platform/http/etag.ts';
import type { Scope } from '../../platform/http/index.ts';
import {
  type CertificateDeps,
  computeCertificateEtag,
  createCertificate,
  deleteCertificate,
  readCertificate,
  requireIssuer,
  updateCertificate,
} from './manage.ts';
import { findDesignErrors } from './rules.ts';
import { countDesignCredentials, type ListedCertificate, listIssuerCertificates } from './store.ts';
import { listTemplates } from './templates.ts';

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
      handle: async ({ params, body, who }) => ({
        certificateId: await createCertificate(deps, who, params.issuerId, body),
      }),
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
