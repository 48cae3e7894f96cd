import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { isShort } from './test-form.ts';

type Violation = Awaited<ReturnType<AxeBuilder['analyze']>>['violations'][number];
type Axe = {
  run: (context: Document, options: object) => Promise<{ violations: Violation[] }>;
};

/**
 * axe violations by all or some rules. Injected once per page, because that is slow. Skips frames
 * of other sites. Contrast takes longer than all other rules together, so in the short form only
 * tests that show every screen check it.
 */
export async function findViolations(
  page: Page,
  rules?: readonly string[],
  checksContrast = !isShort,
): Promise<Violation[]> {
  const options = {
    resultTypes: ['violations'],
    // Only rules about sound and video read loaded files.
    preload: false,
    ...(rules
      ? { runOnly: { type: 'rule', values: [...rules] } }
      : // WCAG 2.5.3: axe treats this rule as experimental and disables it by default.
        {
          rules: {
            'label-content-name-mismatch': { enabled: true },
            'color-contrast': { enabled: checksContrast },
          },
        }),
  };
  const found = await page.evaluate(async (wishes) => {
    const { axe } = globalThis as unknown as { axe?: Axe };
    return axe && (await axe.run(document, wishes)).violations;
  }, options);
  if (found) return found;
  const first = new AxeBuilder({ page }).setLegacyMode().options(options as object);
  return (await first.analyze()).violations;
}
