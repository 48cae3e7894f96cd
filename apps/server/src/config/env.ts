/** Reads one variable: an empty string counts as unset, as most process managers mean it. */
export type Env = (name: string) => string | undefined;

/** Reads one variable by a parser; what that refuses is told as a fault, and `fallback` is taken. */
export type Read = <T>(name: string, fallback: T, reader: (text: string) => T) => T;

export function readEnv(variables: NodeJS.ProcessEnv = process.env): Env {
  return (name) => {
    const value = variables[name]?.trim();
    return value === '' ? undefined : value;
  };
}
