import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Browser, Page } from 'playwright-core';

/** A headless Chromium: the one of CHROMIUM_PATH, or the one that npm brought, unpacked in a place of our own. */
export async function openBrowser(): Promise<Browser> {
  const { chromium } = await import('playwright-core');
  const executablePath = process.env.CHROMIUM_PATH ?? (await unpack());
  return chromium.launch({ executablePath, args: ['--no-sandbox'] });
}

async function unpack(): Promise<string> {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new Error('set CHROMIUM_PATH to a Chromium or Chrome: npm brings one for linux-x64 only');
  const directory = resolve('node_modules/.cache/browser');
  await mkdir(directory, { recursive: true });
  process.env.TMPDIR = directory;
  // Makes the package unpack the shared libraries that it brings, too.
  process.env.AWS_LAMBDA_JS_RUNTIME ??= 'nodejs22.x';
  const { default: bundled } = await import('@sparticuz/chromium');
  return bundled.executablePath();
}

/** A page in a browser of its own; what the browser complains of fails the test. */
export async function visit(
  browser: Browser,
  site: string,
  path: string,
  look: { width?: number; dark?: boolean } = {},
): Promise<{ page: Page; complaints: string[] }> {
  const context = await browser.newContext({
    viewport: { width: look.width ?? 1_200, height: 800 },
    colorScheme: look.dark ? 'dark' : 'light',
    javaScriptEnabled: true,
  });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('requestfailed', (request) => complaints.push(`failed: ${request.url()}`));
  page.on(
    'request',
    (request) =>
      !request.url().startsWith(site) &&
      !request.url().startsWith('data:') &&
      complaints.push(`elsewhere: ${request.url()}`),
  );
  await page.goto(new URL(path, site).href);
  return { page, complaints };
}
