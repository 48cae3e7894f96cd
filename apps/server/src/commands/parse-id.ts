import { readId } from '../kernel/id.ts';
import { createRefusal } from './command-error.ts';

/** Accepts a bare id or a URL that ends with one. */
export function parseId(text: string, of: string): string {
  const id = readId(text);
  if (!id) throw createRefusal(`not the ID of ${of}: ${text}`);
  return id;
}
