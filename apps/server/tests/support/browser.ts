import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, BrowserContext, Page, Response } from 'playwright-core';
import { browserProgram } from './browser-program.ts';
import { isChecked } from './check-responses.ts';
import { isDeclaredStatus } from './declared.ts';

/** Generous for slow machines. */
const patienceMs = 120_000;

/** Playwright loses a frame that changes its process several times in a row, as a launch from a course does. */
const args = ['--no-sandbox', '--disable-site-isolation-trials'];

let shared: Promise<Browser> | undefined;

/**
 * The headless Chromium of this process. In the process, because a browser server compresses what it
 * sends. A crash ends the process at once instead of hanging.
 */
async function startBrowser(): Promise<Browser> {
  const { chromium } = await import('playwright-core');
  const program = await browserProgram();
  const started: ChildProcess[] = [];
  const note = (message: unknown): void =>
    void started.push((message as { process: ChildProcess }).process);
  subscribe('child_process', note);
  const browser = await chromium.launch({ ...program, args });
  unsubscribe('child_process', note);
  const child = started.find(({ spawnfile }) => spawnfile === program.executablePath);
  const output: string[] = [];
  child?.stderr?.on('data', (chunk) => void output.push(`${chunk}`));
  browser.on('disconnected', async () => {
    // The last output may still arrive.
    if (child) await Promise.race([once(child, 'close'), sleep(1_000)]);
    const words = output.join('').trim().split('\n').slice(-20);
    const reason = child?.signalCode ?? child?.exitCode;
    process.stderr.write(`${[`the browser died (${reason}):`, ...words].join('\n')}\n`);
    process.exit(1);
  });
  return browser;
}

/**
 * The Chromium of this process with contexts of its own. Closing it closes them, and fails if a
 * response wasn't declared in the contract.
 */
export async function openBrowser(): Promise<Browser> {
  shared ??= startBrowser();
  const whole = await shared;
  const contexts = new Set<BrowserContext>();
  const undeclared: string[] = [];
  const hold = (response: Response): void => {
    const [url, status, method] = [response.url(), response.status(), response.request().method()];
    if (url.startsWith('http') && isChecked(url) && !isDeclaredStatus(method, url, status))
      undeclared.push(`${method} ${url}: ${status}`);
  };
  const browser: Browser = Object.create(whole);
  browser.newContext = async (options) => {
    const context = await whole.newContext(options);
    contexts.add(context.once('close', () => contexts.delete(context)));
    context.setDefaultTimeout(patienceMs);
    context.on('response', hold);
    return context;
  };
  browser.close = async () => {
    await Promise.all([...contexts].map((context) => context.close()));
    assert.deepEqual(undeclared, []);
  };
  return browser;
}

/** A page in its own browser context. Console errors fail the test. */
export async function visit(
  browser: Browser,
  site: string,
  path: string,
  look: { width?: number; dark?: boolean; cookie?: string; hasScript?: boolean } = {},
): Promise<{ page: Page; complaints: string[] }> {
  const context = await browser.newContext({
    viewport: { width: look.width ?? 1_200, height: 800 },
    colorScheme: look.dark ? 'dark' : 'light',
    javaScriptEnabled: look.hasScript ?? true,
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
  page.on('console', (message) => {
    if (message.type() !== 'error') return;
    // A slow machine refuses drawings that would wait longer than 4 s.
    const isDrawing = /\.png(\?|$)|\/preview$/.test(message.location().url);
    if (!isDrawing || !message.text().includes('503')) complaints.push(message.text());
  });
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
