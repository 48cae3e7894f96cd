import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { findViolations } from './axe.ts';
import { isShort } from './test-form.ts';

/** Asserts that a page fits and has no axe violation, wide and light, then narrow and dark. */
export async function assertLooks(page: Page, what: string, narrowest = 360): Promise<void> {
  for (const [width, colorScheme] of [
    [1_200, 'light'],
    [narrowest, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const overflow = await page.evaluate(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    );
    assert.equal(overflow, 0, `${what}, ${width} pixels`);
    // Narrow and dark finds the most.
    const violations =
      isShort && colorScheme === 'light' ? [] : await findViolations(page, undefined, true);
    assert.deepEqual(
      violations.map(({ id, nodes }) => `${what}, ${colorScheme} ${id}: ${nodes[0]?.html}`),
      [],
    );
  }
}
