/** Warns about ignored members, once each. */
export function createIgnoredFieldWarner(tell: ((message: string) => void) | undefined) {
  const told = new Set<string>();
  // biome-ignore lint/suspicious/noConsole: where a program has no other place for it, this is where developers look
  const warn = tell ?? ((message: string) => console.warn(message));
  return (operation: string, names: string | null): void => {
    for (const name of names?.split(', ') ?? []) {
      const message = `${operation}: the service doesn't know ${decoded(name)}`;
      if (!told.has(message)) warn(message);
      told.add(message);
    }
  };
}

/** A header mangled by a proxy must not fail a successful call. */
function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
