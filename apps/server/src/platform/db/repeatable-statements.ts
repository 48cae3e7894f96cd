import type { MigrationFile } from './migration-files.ts';

/**
 * `index` is the index that the statement creates on `table`, or the one that it makes the primary
 * key.
 */
export type MigrationStatement = {
  statement: string;
  index?: string;
  table?: string;
  isPrimary?: true;
};

const create = /^create (?:unique )?index concurrently (\w+)\s+on (\w+)/i;
const promote =
  /^alter table \w+ drop constraint if exists \w+, add constraint (\w+) primary key using index \1$/i;
const others = /^(?:drop index concurrently if exists \w+|analyze [\w., ]+)$/i;

/**
 * Statements of a file that runs outside a transaction. Only repeatable ones are accepted, because
 * a kill may interrupt it.
 */
export function splitRepeatable({ name, text }: MigrationFile): MigrationStatement[] {
  const bare = text.replace(/^[ \t]*--.*$/gm, '');
  return bare
    .split(/;[ \t]*$/m)
    .map((statement) => statement.trim())
    .filter(Boolean)
    .map((statement) => {
      const [, index, table] = create.exec(statement) ?? [];
      if (index && table) return { statement, index, table };
      const [, primary] = promote.exec(statement) ?? [];
      if (primary) return { statement, index: primary, isPrimary: true };
      if (others.test(statement)) return { statement };
      const [line] = statement.split('\n', 1);
      throw new Error(`migration ${name} can't run outside a transaction: “${line}”`);
    });
}
