import { readId } from '../kernel/id.ts';
import { refused } from './fault.ts';

/** An id as people paste it: bare, or the address that it stands in. */
export function idOf(text: string, of: string): string {
  const id = readId(text);
  if (!id) throw refused(`this is no id of ${of}: ${text}`);
  return id;
}
