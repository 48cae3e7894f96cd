import { readId } from '../kernel/id.ts';
import { refused } from './fault.ts';

/** Accepts a bare id or a URL that ends with one. */
export function idOf(text: string, of: string): string {
  const id = readId(text);
  if (!id) throw refused(`this is no id of ${of}: ${text}`);
  return id;
}
