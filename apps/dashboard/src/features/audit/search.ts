import { createSearchParser, dayParam, textParam } from '../../shared/search.ts';

const readShortText = (value: unknown): string | undefined => {
  const found = textParam(value);
  return found && found.length <= 64 ? found : undefined;
};

/** Reads the filters of the log from the URL. */
export const parseAuditSearch = createSearchParser({
  person: readShortText,
  action: readShortText,
  from: dayParam,
  to: dayParam,
});
export type AuditSearch = ReturnType<typeof parseAuditSearch>;
