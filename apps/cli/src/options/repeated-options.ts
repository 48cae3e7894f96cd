import { InvalidArgumentError } from 'commander';

/** Collects a repeatable option. */
export const addValue = (value: string, before: string[] = []): string[] => [...before, value];

/** Parses `Name=value` with unique names. `such` is an example for the error message. */
export function createNamedValueParser(such: string) {
  return (text: string, before: [string, string][] = []): [string, string][] => {
    const end = text.indexOf('=');
    const name = text.slice(0, end).trim();
    if (end < 0 || name === '')
      throw new InvalidArgumentError(`It must be a name and a value, such as ${such}.`);
    if (before.some(([known]) => known === name))
      throw new InvalidArgumentError(`${name} is a duplicate.`);
    return [...before, [name, text.slice(end + 1).trim()]];
  };
}

/** Accepts a URL, or JSON with all members. The server validates the contents. */
export function addUrlOrJson(text: string, before: (string | object)[] = []): (string | object)[] {
  return [...before, text.trim().startsWith('{') ? parseObject(text) : text];
}

function parseObject(text: string): object {
  try {
    return JSON.parse(text) as object;
  } catch {
    throw new InvalidArgumentError("It looks like JSON, but isn't valid.");
  }
}
