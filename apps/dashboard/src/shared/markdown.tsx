import { type Block, type Inline, parseMarkdown } from '@insignia/markdown';
import { createElement, type ReactNode, useMemo } from 'react';
import classes from './markdown.module.css';

/** Markdown as on public pages. Large, so only for lazy screens. */
export function Markdown({ text }: { text: string }) {
  const blocks = useMemo(() => parseMarkdown(text), [text]);
  return createElement('div', { className: classes.markdown }, ...blocks.map(blockNode));
}

/** User content keeps its own direction. */
const dir = 'auto';

function blockNode(block: Block): ReactNode {
  switch (block.is) {
    case 'paragraph':
      return createElement('p', { dir }, ...inlineNodes(block.of));
    // Not part of the screen's outline.
    case 'heading':
      return createElement('p', { dir, className: classes.heading }, ...inlineNodes(block.of));
    case 'quote':
      return createElement('blockquote', null, ...block.of.map(blockNode));
    case 'list': {
      const items = block.items.map((item) => createElement('li', { dir }, ...itemNodes(item)));
      if (block.from === null) return createElement('ul', null, ...items);
      return createElement('ol', { start: block.from }, ...items);
    }
    case 'code':
      return (
        <pre>
          <code>{block.text}</code>
        </pre>
      );
    case 'rule':
      return <hr />;
  }
}

/** Keeps tight lists tight. */
function itemNodes([first, ...rest]: Block[]): ReactNode[] {
  if (!first) return [];
  const start = first.is === 'paragraph' ? inlineNodes(first.of) : [blockNode(first)];
  return [...start, ...rest.map(blockNode)];
}

function inlineNodes(parts: Inline[]): ReactNode[] {
  return parts.map(inlineNode);
}

function inlineNode(part: Inline): ReactNode {
  switch (part.is) {
    case 'text':
      return part.text;
    case 'code':
      return <code>{part.text}</code>;
    case 'break':
      return <br />;
    case 'strong':
      return createElement('strong', null, ...inlineNodes(part.of));
    case 'emphasis':
      return createElement('em', null, ...inlineNodes(part.of));
    case 'link': {
      const rel = 'noopener noreferrer nofollow ugc';
      return createElement('a', { href: part.to, target: '_blank', rel }, ...inlineNodes(part.of));
    }
  }
}
