import { isJwt } from '@insignia/openbadges/either';
import { excessOf } from '../../../kernel/json-bounds.ts';

/** Reason not to parse a document. For a JWT, its payload counts. */
export function excessIn(text: string): string | undefined {
  if (!isJwt(text)) return excessOf(Buffer.from(text));
  const parts = text.trim().split('.', 2);
  return parts
    .map((part) => excessOf(Buffer.from(part, 'base64url')))
    .find((excess) => excess !== undefined);
}
