/** Starts the program as `npm start` does, in this process. */
export async function startService(): Promise<void> {
  await import(new URL('../../boot.mjs', import.meta.url).href);
}
