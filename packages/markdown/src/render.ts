import type { Block, Inline } from './parse.ts';

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (char) => entities[char] ?? '');

/**
 * Renders only the elements named here, with all text escaped. Headings of every level become
 * `heading`.
 */
export function renderHtml(blocks: Block[], heading: 'h2' | 'h3' | 'h4' | 'p' = 'h3'): string {
  const blockHtml = (block: Block): string => {
    switch (block.is) {
      case 'paragraph':
        return `<p dir="auto">${inlineHtml(block.of)}</p>`;
      case 'heading':
        return `<${heading} dir="auto">${inlineHtml(block.of)}</${heading}>`;
      case 'quote':
        return `<blockquote>${block.of.map(blockHtml).join('')}</blockquote>`;
      case 'list':
        return listHtml(block.from, block.items);
      case 'code':
        return `<pre><code>${escapeHtml(block.text)}</code></pre>`;
      case 'rule':
        return '<hr>';
    }
  };
  const listHtml = (from: number | null, items: Block[][]): string => {
    const [name, start] = from === null ? ['ul', ''] : ['ol', from === 1 ? '' : ` start="${from}"`];
    const inside = items.map((item) => `<li dir="auto">${itemHtml(item)}</li>`).join('');
    return `<${name}${start}>${inside}</${name}>`;
  };
  const itemHtml = ([first, ...rest]: Block[]): string => {
    if (!first) return '';
    const start = first.is === 'paragraph' ? inlineHtml(first.of) : blockHtml(first);
    return start + rest.map(blockHtml).join('');
  };
  return blocks.map(blockHtml).join('');
}

function inlineHtml(parts: Inline[]): string {
  return parts.map(partHtml).join('');
}

function partHtml(part: Inline): string {
  switch (part.is) {
    case 'text':
      return escapeHtml(part.text);
    case 'code':
      return `<code>${escapeHtml(part.text)}</code>`;
    case 'break':
      return '<br>';
    case 'strong':
      return `<strong>${inlineHtml(part.of)}</strong>`;
    case 'emphasis':
      return `<em>${inlineHtml(part.of)}</em>`;
    case 'link':
      return `<a href="${escapeHtml(part.to)}" rel="noopener nofollow ugc">${inlineHtml(part.of)}</a>`;
  }
}

/** Plain text, one line per block, for places without formatting such as meta descriptions. */
export function renderPlainText(blocks: Block[]): string {
  return blocks
    .map(blockText)
    .filter((text) => text !== '')
    .join('\n');
}

function blockText(block: Block): string {
  switch (block.is) {
    case 'paragraph':
    case 'heading':
      return inlineText(block.of);
    case 'quote':
      return renderPlainText(block.of);
    case 'list':
      return block.items.map(renderPlainText).join('\n');
    case 'code':
      return block.text;
    case 'rule':
      return '';
  }
}

function inlineText(parts: Inline[]): string {
  return parts
    .map((part) => ('of' in part ? inlineText(part.of) : part.is === 'break' ? '\n' : part.text))
    .join('');
}
