import type { Block, Inline } from './tree.ts';

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
