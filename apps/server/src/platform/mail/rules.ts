/** What became of a mail is told for so long. */
export const keptMs = 90 * 86_400_000;
