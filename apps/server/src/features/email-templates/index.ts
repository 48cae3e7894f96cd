import * as contract from '@insignia/contract';
import type { Scope } from '../../platform/http/index.ts';
import { readTemplates, removeTemplates, requireLevel, updateTemplates } from './levels.ts';
import { type PreviewDeps, previewEmail, sendTestEmail } from './preview.ts';

export { applyTemplates } from './apply.ts';
export { templateTestMailKind } from './preview.ts';
export { hasTemplates } from './store.ts';

export function registerEmailTemplates({ implement }: Scope, deps: PreviewDeps) {
  const { db } = deps;
  return implement(contract.emailTemplateOperations, {
    getEmailTemplates: async ({ who }) => readTemplates(db, await requireLevel(db, who, {})),

    updateEmailTemplates: async ({ body, who, assertMatches }) =>
      updateTemplates(deps, who, {}, body, assertMatches),

    deleteEmailTemplates: async ({ who }) => removeTemplates(deps, who, {}),

    getIssuerEmailTemplates: async ({ params, who }) =>
      readTemplates(db, await requireLevel(db, who, params)),

    updateIssuerEmailTemplates: async ({ params, body, who, assertMatches }) =>
      updateTemplates(deps, who, params, body, assertMatches),

    deleteIssuerEmailTemplates: async ({ params, who }) => removeTemplates(deps, who, params),

    getBadgeEmailTemplates: async ({ params, who }) =>
      readTemplates(db, await requireLevel(db, who, params)),

    updateBadgeEmailTemplates: async ({ params, body, who, assertMatches }) =>
      updateTemplates(deps, who, params, body, assertMatches),

    deleteBadgeEmailTemplates: async ({ params, who }) => removeTemplates(deps, who, params),

    previewEmailTemplate: async ({ body, who }) => previewEmail(deps, who, body),

    testEmailTemplate: async ({ body, who }) => sendTestEmail(deps, who, body),
  });
}
