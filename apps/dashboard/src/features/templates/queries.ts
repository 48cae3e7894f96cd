import type { EmailMessage, EmailTemplate, Language } from '@insignia/contract';
import type { Client } from '@insignia/sdk';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { AccountContextValue } from '../../shared/account.ts';

/** The account, one of its issuers, or one of its badges. */
export type TemplateLevel = { issuerId?: string; badgeId?: string };
export type SavedTemplates = Awaited<ReturnType<Client['emailTemplates']['get']>>;
export type EmailPreview = Awaited<ReturnType<Client['emailTemplates']['preview']>>;
/** The email that the screen shows. */
export type ChosenEmail = TemplateLevel & { message: EmailMessage; language: Language };

export const templatesQuery = (
  { accountId, api }: AccountContextValue,
  { issuerId, badgeId }: TemplateLevel,
) =>
  queryOptions({
    queryKey: [accountId, 'email-templates', badgeId ?? issuerId ?? ''],
    queryFn: ({ signal }): Promise<SavedTemplates> => {
      if (badgeId) return api.badges.emailTemplates({ badgeId }, { signal });
      if (issuerId) return api.issuers.emailTemplates({ issuerId }, { signal });
      return api.emailTemplates.get({}, { signal });
    },
  });

type PreviewRequest = ChosenEmail & { credentialId?: string; template: EmailTemplate };

export const previewQuery = ({ accountId, api }: AccountContextValue, request: PreviewRequest) =>
  queryOptions({
    queryKey: [accountId, 'email-templates', 'preview', request],
    queryFn: ({ signal }) => api.emailTemplates.preview(request, { signal }),
    gcTime: 10_000,
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  });
