/** Metric name. */
export const mailsTotal = 'insignia_mails_total';
