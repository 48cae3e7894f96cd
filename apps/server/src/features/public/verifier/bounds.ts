import { isJwt } from '@insignia/openbadges/either';
import { findJsonExcess } from '../../../kernel/json-limits.ts';

/** Reason not to parse a document. For a JWT, its payload counts. */
export function findTextExcess(text: string): string | undefined {
  if (!isJwt(text)) return findJsonExcess(Buffer.from(text));
  const parts = text.trim().split('.', 2);
  return parts
    .map((part) => findJsonExcess(Buffer.from(part, 'base64url')))
    .find((excess) => excess !== undefined);
}
