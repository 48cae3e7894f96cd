/** The program as `npm start` runs it, in this process; what it is started with is its own, so it may begin anew in its place. */
export async function startService(): Promise<void> {
  await import(new URL('../../boot.mjs', import.meta.url).href);
}
