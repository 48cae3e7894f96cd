/** What of Markdown is shown: no raw HTML, no pictures, links to http and https only. */
export type Inline =
  | { is: 'text' | 'code'; text: string }
  | { is: 'break' }
  | { is: 'strong' | 'emphasis'; of: Inline[] }
  | { is: 'link'; to: string; of: Inline[] };

/** `from`: the number of an ordered list's first item. Headings have no level: the text is a part of something larger. */
export type Block =
  | { is: 'paragraph' | 'heading'; of: Inline[] }
  | { is: 'quote'; of: Block[] }
  | { is: 'list'; from: number | null; items: Block[][] }
  | { is: 'code'; text: string }
  | { is: 'rule' };
