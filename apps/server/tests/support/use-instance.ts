// Shared resources of a test file.
import { after } from 'node:test';
import type { Browser } from 'playwright-core';
import { openBrowser } from './browser.ts';
import { type Instance, startInstance } from './instance.ts';

export async function useInstance(settings: Record<string, string> = {}): Promise<Instance> {
  const instance = await startInstance(settings);
  after(() => instance.stop());
  return instance;
}

export async function useInstanceAndBrowser(
  settings: Record<string, string> = {},
): Promise<{ instance: Instance; browser: Browser }> {
  const [instance, browser] = await Promise.all([startInstance(settings), openBrowser()]);
  after(async () => {
    // A page may still request a file.
    await browser.close();
    await instance.stop();
  });
  return { instance, browser };
}
