import { diskFull, sqlState } from './failure.ts';

/** `unfit`: settings or the database must change. `unreachable`: a later attempt may succeed. `words` say what to do. */
export type DatabaseError = { kind: 'unfit' | 'unreachable'; words: string };

const states: Readonly<Record<string, DatabaseError>> = {
  '28P01': { kind: 'unfit', words: 'the database rejects the password in DATABASE_URL' },
  '28000': { kind: 'unfit', words: 'the database rejects the user in DATABASE_URL' },
  '3D000': {
    kind: 'unfit',
    words: "the database in DATABASE_URL doesn't exist. Create it first",
  },
  '42501': {
    kind: 'unfit',
    words: 'the user in DATABASE_URL lacks permission. Make it the owner of the database',
  },
  '53300': {
    kind: 'unreachable',
    words:
      "the database has no free connections. Raise max_connections, or lower pool= in the service's DATABASE_URL",
  },
  '25006': {
    kind: 'unreachable',
    words: "the database is read-only: it's a standby, or default_transaction_read_only is on",
  },
  [diskFull]: {
    kind: 'unreachable',
    words: "the database's disk is full. Free some space and try again",
  },
};

/** Messages that distinguish errors with the same code. */
const extensions: readonly [state: string, message: RegExp, words: (name: string) => string][] = [
  [
    '42501',
    /permission denied to create extension "(\w+)"/,
    (name) =>
      `the database lacks the extension ${name}, and the user in DATABASE_URL can't create it. Let a superuser create it (create extension pg_trgm; create extension btree_gin), or grant the user create on the database`,
  ],
  [
    '0A000',
    /extension "(\w+)" is not available/,
    (name) =>
      `the database server doesn't have the extension ${name}. Install PostgreSQL's contrib modules there (included in Debian's postgresql; postgresql-contrib on Red Hat)`,
  ],
];

/** Explains an error of the database or its driver. */
export function describeDatabaseError(error: unknown): DatabaseError | undefined {
  for (let at = error; at instanceof Error; at = at.cause) {
    const state = sqlState(at);
    if (state === undefined) continue;
    const { message } = at;
    for (const [of, form, words] of extensions) {
      const [, name] = (state === of && form.exec(message)) || [];
      if (name) return { kind: 'unfit', words: words(name) };
    }
    return states[state];
  }
  return undefined;
}
