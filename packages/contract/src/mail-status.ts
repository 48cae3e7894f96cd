/** Delivery status: `written` went to a file and reached nobody; `accepted` was taken by the mail server. */
export const mailStatuses = ['queued', 'written', 'accepted', 'bounced', 'failed'] as const;
