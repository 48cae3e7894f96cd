export type Schema = {
  $ref?: string;
  $defs?: Record<string, Schema>;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  description?: string;
};

const plain: Record<string, string> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  null: 'null',
};

/** Converts a JSON Schema to TypeScript. A $ref becomes a type name. */
export function toTypeScript(schema: Schema): string {
  const { $ref, const: value, enum: values, anyOf, oneOf, type } = schema;
  if ($ref) return $ref.split('/').at(-1) ?? '';
  if (value !== undefined) return JSON.stringify(value);
  if (values) return values.map((each) => JSON.stringify(each)).join(' | ');
  const options = anyOf ?? oneOf;
  if (options) return options.map(toTypeScript).join(' | ');
  if (Array.isArray(type))
    return type.map((each) => toTypeScript({ ...schema, type: each })).join(' | ');
  if (type === 'array') return `(${toTypeScript(schema.items ?? {})})[]`;
  if (type === 'object') return toObjectType(schema);
  if (type === undefined) return 'unknown';
  const found = plain[type];
  if (!found) throw new Error(`no TypeScript for ${JSON.stringify(schema)}`);
  return found;
}

function toObjectType({ properties = {}, required = [], additionalProperties }: Schema): string {
  const members = Object.entries(properties).map(([name, property]) => {
    const key = /^\w+$/.test(name) ? name : JSON.stringify(name);
    const type = toTypeScript(property);
    const member = required.includes(name) ? `${key}: ${type}` : `${key}?: ${type} | undefined`;
    return `${toComment(property.description)}${member};`;
  });
  if (typeof additionalProperties === 'object')
    members.push(`[key: string]: ${toTypeScript(additionalProperties)};`);
  if (members.length === 0 && additionalProperties === false) return 'Record<string, never>';
  return `{\n${members.join('\n')}\n}`;
}

export function toComment(text: string | undefined): string {
  if (!text) return '';
  const lines = text.replaceAll('*/', '*\\/').split('\n');
  return lines.length === 1
    ? `/** ${lines[0]} */\n`
    : `/**\n${lines.map((line) => ` * ${line}`).join('\n')}\n */\n`;
}
