import { diskFull, sqlState } from './failure.ts';

/** `unfit`: settings or the database must change. `unreachable`: a later attempt may succeed. `words` say what to do. */
export type DatabaseError = { kind: 'unfit' | 'unreachable'; words: string };

const states: Readonly<Record<string, DatabaseError>> = {
  '28P01': { kind: 'unfit', words: 'the database refuses the password in DATABASE_URL' },
  '28000': { kind: 'unfit', words: 'the database refuses the user in DATABASE_URL' },
  '3D000': {
    kind: 'unfit',
    words: 'there is no such database as DATABASE_URL names: create it first',
  },
  '42501': {
    kind: 'unfit',
    words: 'the user in DATABASE_URL may not do this: make it the owner of the database',
  },
  '53300': {
    kind: 'unreachable',
    words:
      'the database has no connection left: raise max_connections, or lower pool= in DATABASE_URL of the service',
  },
  '25006': {
    kind: 'unreachable',
    words: 'the database can only be read: it is a standby, or default_transaction_read_only is on',
  },
  [diskFull]: {
    kind: 'unreachable',
    words: 'the disk of the database is full: make room and try again',
  },
};

/** Messages that distinguish errors with the same code. */
const extensions: readonly [state: string, message: RegExp, words: (name: string) => string][] = [
  [
    '42501',
    /permission denied to create extension "(\w+)"/,
    (name) =>
      `the database lacks the extension ${name}, which the user in DATABASE_URL may not make: let a superuser do it there (create extension pg_trgm; create extension btree_gin), or grant the user create on the database`,
  ],
  [
    '0A000',
    /extension "(\w+)" is not available/,
    (name) =>
      `the database server does not have the extension ${name}: install PostgreSQL's contrib modules there (Debian's postgresql has them, Red Hat's is postgresql-contrib)`,
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
