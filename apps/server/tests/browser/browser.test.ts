import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { openBrowser } from '../support/browser.ts';

const support = new URL('../support/browser.ts', import.meta.url).href;

test('every script is rendered with fonts of the repository', async () => {
  const words = {
    'Noto Sans': 'Ada Ωμέγα Анна राम',
    Vazirmatn: 'محمد',
    'Noto Sans Hebrew': 'דוד',
    'Noto Sans Bengali': 'রবি',
    'Noto Sans Tamil': 'தமிழ்',
    'Noto Sans Thai': 'สมชาย',
    'Noto Sans CJK SC': '山田さん김민수',
    'Noto Sans Georgian': 'ნინო',
    'Noto Sans Ethiopic': 'ኃይሌ',
    'Noto Sans Khmer': 'សុខ',
    'Noto Sans Telugu': 'శ్రీనివాస',
    'Noto Emoji': '🎓',
  };
  const browser = await openBrowser();
  try {
    const page = await browser.newPage();
    const paragraphs = Object.values(words).map((word) => `<p>${word}</p>`);
    await page.setContent(`<style>p { font-family: system-ui }</style>${paragraphs.join('')}`);
    const session = await page.context().newCDPSession(page);
    await session.send('DOM.enable');
    await session.send('CSS.enable');
    const { root } = await session.send('DOM.getDocument');
    const found = await session.send('DOM.querySelectorAll', {
      nodeId: root.nodeId,
      selector: 'p',
    });
    const used = await Promise.all(
      found.nodeIds.map(async (nodeId) => {
        const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId });
        return fonts.map(({ familyName }) => familyName).join();
      }),
    );
    assert.deepEqual(used, Object.keys(words));
  } finally {
    await browser.close();
  }
});

test('a browser crash ends the process that uses it', async () => {
  const script = `
    import { openBrowser } from ${JSON.stringify(support)};
    const browser = await openBrowser();
    setInterval(() => {}, 1_000);
    const session = await browser.newBrowserCDPSession();
    await session.send('Browser.crash').catch(() => {});`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'inherit', 'pipe'],
  });
  const [errorOutput, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  assert.equal(code, 1);
  assert.match(errorOutput, /^the browser died \(SIG[A-Z]+\):/);
});
