/** Restores NODE_ENV, which Vite sets and other test files of the process would read. */
export const withoutViteSettings = <T>(work: () => Promise<T>): Promise<T> =>
  withSettings({ NODE_ENV: process.env.NODE_ENV }, work);

/** Commands read the process environment. Undefined means unset. */
export async function withSettings<T>(
  settings: Record<string, string | undefined>,
  work: () => Promise<T>,
): Promise<T> {
  const before = { ...process.env };
  applySettings(settings);
  try {
    return await work();
  } finally {
    for (const name of Object.keys(settings)) applySettings({ [name]: before[name] });
  }
}

/** `process.env` would store undefined as text. */
function applySettings(settings: Record<string, string | undefined>): void {
  for (const [name, value] of Object.entries(settings))
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
}
