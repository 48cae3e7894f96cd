/** Reads one variable: an empty string counts as unset, as most process managers mean it. */
export type Env = (name: string) => string | undefined;

export function readEnv(variables: NodeJS.ProcessEnv = process.env): Env {
  return (name) => {
    const value = variables[name]?.trim();
    return value === '' ? undefined : value;
  };
}
