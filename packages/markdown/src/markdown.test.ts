import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import MarkdownIt from 'markdown-it';
import { parseMarkdown, renderHtml, renderPlainText } from './index.ts';

const html = (text: string): string => renderHtml(parseMarkdown(text));

test('emphasis, lists, links, quotes, code and headings become their HTML elements', () => {
  assert.equal(
    html('Plain *em* **strong** `code`'),
    '<p dir="auto">Plain <em>em</em> <strong>strong</strong> <code>code</code></p>',
  );
  assert.equal(html('# One\n## Two'), '<h3 dir="auto">One</h3><h3 dir="auto">Two</h3>');
  assert.equal(
    html('- a\n  - b\n- c'),
    '<ul><li dir="auto">a<ul><li dir="auto">b</li></ul></li><li dir="auto">c</li></ul>',
  );
  assert.equal(html('3. a'), '<ol start="3"><li dir="auto">a</li></ol>');
  assert.equal(
    html('> q\n\n---\n```\n<x>\n```'),
    '<blockquote><p dir="auto">q</p></blockquote><hr><pre><code>&lt;x&gt;</code></pre>',
  );
  assert.equal(
    html('[a&b](https://x.example/?a=1&b="2")'),
    '<p dir="auto"><a href="https://x.example/?a=1&amp;b=%222%22" rel="noopener nofollow ugc">a&amp;b</a></p>',
  );
  assert.equal(html('<https://x.example>').includes('href="https://x.example"'), true);
  assert.equal(html('![a picture](https://x.example/a.png)'), '<p dir="auto">a picture</p>');
});

test('lines of a paragraph keep their breaks, and indented text is not code', () => {
  assert.equal(html('One\nTwo\n    Three'), '<p dir="auto">One<br>Two<br>Three</p>');
  assert.equal(html('    Four'), '<p dir="auto">Four</p>');
  assert.equal(
    html('2 * 3 * 4 and snake_case_name'),
    '<p dir="auto">2 * 3 * 4 and snake_case_name</p>',
  );
});

test('raw HTML and links with other schemes appear as plain text', () => {
  assert.equal(
    html('<script>alert(1)</script>'),
    '<p dir="auto">&lt;script&gt;alert(1)&lt;/script&gt;</p>',
  );
  assert.equal(html('a <b onclick=x>b</b>'), '<p dir="auto">a &lt;b onclick=x&gt;b&lt;/b&gt;</p>');
  for (const to of [
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,x',
    'mailto:a@b.example',
    '/inside',
    '//x.example',
    'https:',
    `https://${'x'.repeat(2_100)}`,
  ])
    assert.ok(!html(`[a](${to}) <${to}>\n\n[b]\n\n[b]: ${to}`).includes('<a '), to);
});

test('plain text contains only the words', () => {
  assert.equal(
    renderPlainText(parseMarkdown('# H\n*a* [b](https://x.example)\nc\n\n- d\n- e\n\n---\n> f')),
    'H\na b\nc\nd\ne\nf',
  );
});

test('a link without a URL becomes its text', () => {
  assert.equal(html('[here]()'), html('here'));
});

test('any input gives only known, balanced, shallow elements, and never throws', () => {
  const known =
    /<(\/?)(p|h3|blockquote|ul|ol|li|pre|code|strong|em|a|br|hr)((?: (?:dir="auto"|start="\d+"|href="https?:\/\/[^"<>]*"|rel="noopener nofollow ugc"))*)>/gi;
  const pieces = fc.constantFrom(
    '*',
    '**',
    '_',
    '`',
    '```\n',
    '[',
    '](',
    ')',
    '<',
    '>',
    '> ',
    '- ',
    '1. ',
    '\n',
    '\n\n',
    '    ',
    '# ',
    '!',
    '\\',
    '&lt;',
    '"',
    'https://x.example',
    'javascript:a',
    'word',
    '\u202e',
    '\ud800',
    '<b>',
    '[a]: https://x.example\n',
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 60 }), (all) => {
      const output = html(all.join(''));
      let open = 0;
      let deepest = 0;
      const rest = output.replaceAll(known, (_all, closes, name) => {
        if (name !== 'br' && name !== 'hr') open += closes ? -1 : 1;
        deepest = Math.max(deepest, open);
        return '';
      });
      assert.doesNotMatch(rest, /[<>]/);
      assert.equal(open, 0);
      assert.ok(deepest <= 20);
    }),
    { numRuns: 500 },
  );
});

test('nested or unclosed syntax gives bounded output, and text beyond the maximum length is cut', () => {
  const shapes = [
    '> ',
    '- ',
    '*a ',
    '**a ',
    '[',
    '![',
    '`a',
    '``',
    '_',
    '<',
    '&#',
    '\\',
    '[a](',
    '[a]: ',
    '> - ',
  ];
  for (const shape of shapes) {
    const output = html(shape.repeat(10_000));
    assert.ok(output.length < 200_000, shape);
    assert.ok((output.match(/<(blockquote|ul|em|strong)/g) ?? []).length < 10_000, shape);
  }
  assert.equal(renderPlainText(parseMarkdown('a'.repeat(20_000))).length, 10_000);
});

test('unclosed brackets take bounded work, and every link of an ordinary text is found', (context) => {
  const link = '[a](https://b.c)';
  const limit = Math.floor(10_000 / link.length);
  assert.equal(html(link.repeat(limit)).split('<a ').length, limit + 1);
  assert.ok(html(`${'[0, 1) '.repeat(150)}${link}`).includes('<a '));
  const interval = '[0, 1) contains every number but 1.'.padEnd(160, ' And so on.');
  assert.ok(html(`${interval.repeat(60)} ${link}`).includes('<a '));
  const inline = Object.getPrototypeOf(new MarkdownIt().inline);
  const { skipToken } = inline;
  context.after(() => Object.assign(inline, { skipToken }));
  let steps = 0;
  inline.skipToken = function (state: unknown) {
    steps += 1;
    skipToken.call(this, state);
  };
  for (const shape of ['[', '![', '[*'])
    for (const fill of ['', '*'.repeat(7_000)]) {
      const text = shape.repeat(3_000).slice(0, 9_900 - fill.length) + fill;
      assert.ok(!html(text + link).includes('<a '), shape);
    }
  assert.ok(steps < 2_000_000, `${steps} steps`);
});
