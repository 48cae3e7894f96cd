import { type Operation, type OperationId, operations } from '@insignia/contract';
import { assertOk, createTestClient } from './client.ts';

export type Schema = {
  type?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  anyOf?: Schema[];
  minLength?: number;
  maxLength?: number;
  format?: string;
  pattern?: string;
  enum?: unknown[];
  $ref?: string;
};

type DescribedOperation = {
  operationId: OperationId;
  parameters?: (Parameter | { $ref: string })[];
  requestBody?: { content: { 'application/json'?: { schema: Schema } } };
};

type Parameter = { in: 'path' | 'query' | 'header'; name: string; schema: Schema };

/** An operation in the OpenAPI document. `fields` if it has a JSON body. */
export type OperationInput = {
  id: OperationId;
  operation: Operation;
  parameters: Parameter[];
  fields: SchemaLeaf[] | undefined;
};

export type SchemaLeaf = { path: string[]; schema: Schema; required: boolean; nullable: boolean };

/** All operations in the served OpenAPI document. */
export async function readOperationInputs(url: string): Promise<OperationInput[]> {
  const { body } = assertOk(await createTestClient(url)('GET', '/openapi.json'));
  const schemas: Record<string, Schema> = body.components.schemas;
  const shared: Record<string, Parameter> = body.components.parameters ?? {};
  const resolve = (schema: Schema): Schema =>
    schema.$ref ? (schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}) : schema;
  const leaves = (schema: Schema, path: string[] = []): SchemaLeaf[] =>
    Object.entries(schema.properties ?? {}).flatMap(([name, raw]) => {
      const options = raw.anyOf?.map(resolve) ?? [resolve(raw)];
      const child = options.find(({ type }) => type !== 'null') ?? {};
      const leaf = {
        path: [...path, name],
        schema: child,
        required: schema.required?.includes(name) ?? false,
        nullable: options.length > 1,
      };
      return [leaf, ...leaves(child, leaf.path)];
    });
  const methods: Record<string, DescribedOperation>[] = Object.values(body.paths);
  const described = methods.flatMap((each) => Object.values(each));
  const resolveParameter = (one: Parameter | { $ref: string }): Parameter[] =>
    '$ref' in one ? [shared[one.$ref.split('/').at(-1) ?? ''] ?? []].flat() : [one];
  return described.map(({ operationId: id, parameters: named = [], requestBody }) => {
    const parameters = named.flatMap(resolveParameter);
    const operation: Operation = operations[id];
    const json = requestBody?.content['application/json'];
    const whole = json && resolve(json.schema);
    const inner = operation.bare ? whole : resolve(whole?.properties?.parameters ?? {});
    return { id, operation, parameters, fields: whole && inner && leaves(inner) };
  });
}

/** A copy with the value at a path replaced or removed. */
export function withValue(fields: object, path: string[], value: unknown): object {
  const copy = structuredClone(fields) as Record<string, unknown>;
  const [name = '', ...rest] = path;
  if (rest.length > 0) copy[name] = withValue((copy[name] ?? {}) as object, rest, value);
  else if (value === undefined) delete copy[name];
  else copy[name] = value;
  return copy;
}
