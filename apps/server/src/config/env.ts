/** Reads a variable. Empty counts as unset, as most process managers mean it. */
export type Env = (name: string) => string | undefined;

/** Parses a variable. Errors are collected, and `fallback` is used. */
export type ReadSetting = <T>(name: string, fallback: T, reader: (text: string) => T) => T;

export function readEnv(variables: NodeJS.ProcessEnv = process.env): Env {
  return (name) => {
    const value = variables[name]?.trim();
    return value === '' ? undefined : value;
  };
}
