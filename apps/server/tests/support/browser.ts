import assert from 'node:assert/strict';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page, Response } from 'playwright-core';
import { browserProgram } from './browser-program.ts';
import { isChecked } from './check-responses.ts';
import { isDeclaredStatus } from './declared.ts';

/** Generous for slow machines. */
const patienceMs = 120_000;

/**
 * A headless Chromium. A crash ends the test file at once instead of hanging. Closing fails if a
 * response wasn't declared in the contract.
 */
export async function openBrowser(): Promise<Browser> {
  const { chromium } = await import('playwright-core');
  const server = await chromium.launchServer({
    ...(await browserProgram()),
    args: ['--no-sandbox'],
  });
  const { stderr } = server.process();
  const output: string[] = [];
  stderr?.on('data', (chunk) => void output.push(`${chunk}`));
  const died = async (): Promise<never> => {
    // The last output may still arrive.
    await Promise.race([stderr && once(stderr, 'close'), sleep(1_000)]);
    const { exitCode, signalCode } = server.process();
    const words = output.join('').trim().split('\n').slice(-20);
    process.stderr.write(
      `${[`the browser died (${signalCode ?? exitCode}):`, ...words].join('\n')}\n`,
    );
    process.exit(1);
  };
  server.on('close', died);
  const browser = await chromium.connect(server.wsEndpoint());
  const undeclared: string[] = [];
  const hold = (response: Response): void => {
    const [url, status, method] = [response.url(), response.status(), response.request().method()];
    if (url.startsWith('http') && isChecked(url) && !isDeclaredStatus(method, url, status))
      undeclared.push(`${method} ${url}: ${status}`);
  };
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await newContext(options);
    context.setDefaultTimeout(patienceMs);
    context.on('response', hold);
    return context;
  };
  const disconnect = browser.close.bind(browser);
  browser.close = async (options) => {
    server.off('close', died);
    await disconnect(options);
    await server.close();
    assert.deepEqual(undeclared, []);
  };
  return browser;
}

/** A page in its own browser context. Console errors fail the test. */
export async function visit(
  browser: Browser,
  site: string,
  path: string,
  look: { width?: number; dark?: boolean; cookie?: string } = {},
): Promise<{ page: Page; complaints: string[] }> {
  const context = await browser.newContext({
    viewport: { width: look.width ?? 1_200, height: 800 },
    colorScheme: look.dark ? 'dark' : 'light',
    javaScriptEnabled: true,
  });
  const [name = '', value = ''] = look.cookie?.split(/=(.*)/s) ?? [];
  if (look.cookie) await context.addCookies([{ name, value, url: site }]);
  const page = await context.newPage();
  const complaints = collectPageErrors(page, site);
  await page.goto(new URL(path, site).href);
  return { page, complaints };
}

/** Console errors from now on, and requests to other sites. */
export function collectPageErrors(page: Page, site: string): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => void complaints.push(`${error.stack}`));
  page.on('requestfailed', (request) => {
    // Requests cancelled by navigation aren't errors.
    const isGivenUp = request.failure()?.errorText === 'net::ERR_ABORTED';
    if (!isGivenUp) complaints.push(`failed: ${request.url()}`);
  });
  page.on(
    'request',
    (request) =>
      !request.url().startsWith(site) &&
      !request.url().startsWith('data:') &&
      complaints.push(`elsewhere: ${request.url()}`),
  );
  return complaints;
}
