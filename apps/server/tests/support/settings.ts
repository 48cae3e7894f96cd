/** The commands read the environment of their process, as the service does; undefined: not set. */
export async function withSettings<T>(
  settings: Record<string, string | undefined>,
  work: () => Promise<T>,
): Promise<T> {
  const before = { ...process.env };
  put(settings);
  try {
    return await work();
  } finally {
    for (const name of Object.keys(settings)) put({ [name]: before[name] });
  }
}

/** `process.env` itself would take undefined for a word. */
function put(settings: Record<string, string | undefined>): void {
  for (const [name, value] of Object.entries(settings))
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
}
