import { day, searchOf, text } from '../../shared/search.ts';

const some = (value: unknown): string | undefined => {
  const found = text(value);
  return found && found.length <= 64 ? found : undefined;
};

/** What the address says of the log. */
export const searchOfAudit = searchOf({ person: some, action: some, from: day, to: day });
export type AuditSearch = ReturnType<typeof searchOfAudit>;
