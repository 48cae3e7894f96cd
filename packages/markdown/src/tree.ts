/** The supported subset of Markdown: no raw HTML, no pictures, only http and https links. */
export type Inline =
  | { is: 'text' | 'code'; text: string }
  | { is: 'break' }
  | { is: 'strong' | 'emphasis'; of: Inline[] }
  | { is: 'link'; to: string; of: Inline[] };

/**
 * `from` is the first number of an ordered list. Headings have no level, because the text is part
 * of a larger page.
 */
export type Block =
  | { is: 'paragraph' | 'heading'; of: Inline[] }
  | { is: 'quote'; of: Block[] }
  | { is: 'list'; from: number | null; items: Block[][] }
  | { is: 'code'; text: string }
  | { is: 'rule' };
