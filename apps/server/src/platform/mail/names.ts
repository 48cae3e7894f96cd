/** What a process counts of mails. */
export const mailsTotal = 'insignia_mails_total';

/** The work of deleting files of mails that are gone. */
export const mailFilesWork = 'mail-files';
