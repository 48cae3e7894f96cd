/** What a mail says: the words once, from which both parts are made. */
export type Letter = {
  subject: string;
  /** Paragraphs before the button. */
  before: string[];
  /** Somebody's own words, shown as theirs. */
  quote?: { from: string; text: string };
  button?: { label: string; url: string };
  /** A code to type or paste, shown large. */
  code?: string;
  /** Paragraphs after the button: who asked, how long it holds, what to do when it was not you. */
  after: string[];
};
