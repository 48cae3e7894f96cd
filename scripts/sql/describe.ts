import type pg from 'pg';

/** A result column. `mayBeNull` is known for table columns only, not after outer joins. */
export type Field = { name: string; type: string; mayBeNull: boolean };
export type StatementDescription = { parameters: string[]; fields: Field[] };

type ParameterTypes = { dataTypeIDs: number[] };
type Row = { fields: { name: string; dataTypeID: number; tableID: number; columnID: number }[] };

/**
 * Describes statements without running them (Parse and Describe of the extended protocol). Throws
 * PostgreSQL's own errors.
 */
export async function createDescriber(
  client: pg.Client,
): Promise<(text: string) => Promise<StatementDescription>> {
  const { rows } = await client.query<{ oid: number; name: string }>(
    'select oid::int4, typname as name from pg_type',
  );
  const names = new Map(rows.map(({ oid, name }) => [oid, name]));
  const getTypeName = (oid: number): string => names.get(oid) ?? String(oid);
  const nullable = await client.query<{ at: string }>(
    "select format('%s %s', attrelid::oid, attnum) as at from pg_attribute where attnum > 0 and not attnotnull",
  );
  const mayBeNull = new Set(nullable.rows.map(({ at }) => at));
  return async (text) => {
    const { parameters, fields } = await describe(client, text);
    return {
      parameters: parameters.map(getTypeName),
      fields: fields.map(({ name, dataTypeID, tableID, columnID }) => ({
        ...{
          name,
          type: getTypeName(dataTypeID),
          mayBeNull: mayBeNull.has(`${tableID} ${columnID}`),
        },
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
        const onDescribed = ({ dataTypeIDs }: ParameterTypes): void => {
          parameters = dataTypeIDs;
        };
        connection.once('parameterDescription', onDescribed);
        stop = () => connection.off('parameterDescription', onDescribed);
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
