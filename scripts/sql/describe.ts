import type pg from 'pg';

/** A column of the answer; `mayBeNull`: a column of a table that may. Of others, and of outer joins, it is not known. */
export type Field = { name: string; type: string; mayBeNull: boolean };
export type Described = { parameters: string[]; fields: Field[] };

type ParameterTypes = { dataTypeIDs: number[] };
type Row = { fields: { name: string; dataTypeID: number; tableID: number; columnID: number }[] };

/**
 * What PostgreSQL understands of statements, without running them: the extended protocol's Parse and Describe. Throws
 * PostgreSQL's own error for what it does not understand.
 */
export async function createDescriber(
  client: pg.Client,
): Promise<(text: string) => Promise<Described>> {
  const { rows } = await client.query<{ oid: number; name: string }>(
    'select oid::int4, typname as name from pg_type',
  );
  const names = new Map(rows.map(({ oid, name }) => [oid, name]));
  const nameOf = (oid: number): string => names.get(oid) ?? String(oid);
  const nullable = await client.query<{ at: string }>(
    "select format('%s %s', attrelid::oid, attnum) as at from pg_attribute where attnum > 0 and not attnotnull",
  );
  const mayBeNull = new Set(nullable.rows.map(({ at }) => at));
  return async (text) => {
    const { parameters, fields } = await describe(client, text);
    return {
      parameters: parameters.map(nameOf),
      fields: fields.map(({ name, dataTypeID, tableID, columnID }) => ({
        ...{ name, type: nameOf(dataTypeID), mayBeNull: mayBeNull.has(`${tableID} ${columnID}`) },
      })),
    };
  };
}

function describe(
  client: pg.Client,
  text: string,
): Promise<{ parameters: number[]; fields: Row['fields'] }> {
  return new Promise((resolve, reject) => {
    let parameters: number[] = [];
    let fields: Row['fields'] = [];
    let stop = (): unknown => undefined;
    const query = {
      submit(connection: pg.Connection) {
        const told = ({ dataTypeIDs }: ParameterTypes): void => {
          parameters = dataTypeIDs;
        };
        connection.once('parameterDescription', told);
        stop = () => connection.off('parameterDescription', told);
        connection.parse({ name: '', text, types: [] }, true);
        connection.describe({ type: 'S', name: '' }, true);
        connection.sync();
      },
      handleRowDescription(row: Row) {
        fields = row.fields;
      },
      handleError(error: Error) {
        stop();
        reject(error);
      },
      handleReadyForQuery: () => resolve({ parameters, fields }),
    };
    client.query(query);
  });
}
