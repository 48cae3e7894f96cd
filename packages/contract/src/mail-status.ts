/** What happened to a mail: `written` to a file reached nobody, `accepted` was taken by the mail server. */
export const mailStatuses = ['queued', 'written', 'accepted', 'bounced', 'failed'] as const;
