/** What a process counts of mails. */
export const mailsTotal = 'insignia_mails_total';
