/** Commands read the process environment. Undefined means unset. */
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

/** `process.env` would store undefined as text. */
function put(settings: Record<string, string | undefined>): void {
  for (const [name, value] of Object.entries(settings))
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
}
