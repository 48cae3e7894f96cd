import {
  type Checker,
  SignatureKind,
  type Type,
  TypeFlags,
  type TypeReference,
} from 'typescript/unstable/sync';

/** Chooses one of a number. */
export type ChooseIndex = (count: number) => number;
/** Generates a value. */
export type MakeValue = (choose: ChooseIndex) => unknown;

// Two, because some statements run only if two texts differ. UUIDs are texts too.
export const sampleTexts = [
  '01a1ff35-a000-7000-8000-000000000000',
  '01a1ff35-a000-7000-8000-000000000001',
];
const deepest = 8;

/** Generators by type name. `of` are generators of type arguments. */
const byName: Record<string, (choose: ChooseIndex, of: MakeValue[]) => unknown> = {
  __proto__: null as never,
  Date: () => new Date(0),
  Buffer: () => Buffer.from('bytes'),
  Uint8Array: () => Buffer.from('bytes'),
  Promise: (choose, [of]) => of?.(choose),
  Array: (choose, [of]) => [of?.(choose)],
  ReadonlyArray: (choose, [of]) => [of?.(choose)],
  Set: (choose, [of]) => new Set([of?.(choose)]),
  ReadonlySet: (choose, [of]) => new Set([of?.(choose)]),
  Map: (choose, [key, of]) => new Map([[key?.(choose), of?.(choose)]]),
  ReadonlyMap: (choose, [key, of]) => new Map([[key?.(choose), of?.(choose)]]),
  RawBuilder: () => {
    throw new Error('text that becomes part of a statement cannot be made up');
  },
};

const plain = new Set(['Date', 'Buffer', 'Uint8Array', 'RawBuilder']);

/** Generates values by type. `known` provides values by type name, such as Database. */
export function createSampler(checker: Checker, known: Record<string, MakeValue>) {
  const makers = new Map<number, MakeValue>();

  // Limits recursive types.
  let depth = 0;

  /** Resolved lazily: the compiler is another process. */
  function createMaker(type: Type): MakeValue {
    return (choose) => {
      if (depth > deepest) return undefined;
      const make = makers.get(type.id) ?? create(type);
      makers.set(type.id, make);
      depth += 1;
      try {
        return make(choose);
      } finally {
        depth -= 1;
      }
    };
  }

  function create(type: Type): MakeValue {
    const names = [type.getAliasSymbol()?.name ?? '', type.getSymbol()?.name ?? ''];
    const name = names.find((each) => each in known || each in byName) ?? '';
    const make = byName[name];
    if (known[name]) return known[name];
    if (make) {
      const of = sampleArguments(type, name);
      return (choose) => make(choose, of);
    }
    if (type.isUnionType() && !(type.flags & TypeFlags.Boolean)) {
      const makes = (type.getTypes() ?? []).map(createMaker);
      return (choose) => makes[choose(makes.length)]?.(choose);
    }
    return simple(type) ?? marked(type) ?? composed(type);
  }

  function sampleArguments(type: Type, name: string): MakeValue[] {
    return plain.has(name) ? [] : checker.getTypeArguments(type as TypeReference).map(createMaker);
  }

  /** A branded string, such as `RoutedId`. */
  function marked(type: Type): MakeValue | undefined {
    if (!type.isIntersectionType()) return undefined;
    return (type.getTypes() ?? []).map(simple).find((make) => make !== undefined);
  }

  function composed(type: Type): MakeValue {
    if (!(type.flags & (TypeFlags.Object | TypeFlags.Intersection))) return () => undefined;
    const [signature] = checker.getSignaturesOfType(type, SignatureKind.Call);
    if (signature) {
      const returned = checker.getReturnTypeOfSignature(signature);
      const make = returned && createMaker(returned);
      return (choose) => () => make?.(choose);
    }
    const makes = checker.getPropertiesOfType(type).map((property): [string, MakeValue] => {
      const of = checker.getTypeOfSymbol(property);
      return [property.name, of ? createMaker(of) : () => undefined];
    });
    return (choose) => Object.fromEntries(makes.map(([name, make]) => [name, make(choose)]));
  }
  return createMaker;
}

function simple(type: Type): MakeValue | undefined {
  const { flags } = type;
  if (flags & TypeFlags.Boolean) return (choose) => choose(2) === 0;
  // For "true | undefined", either value.
  if (flags & TypeFlags.BooleanLiteral) return (choose) => choose(2) === 0;
  if (type.isLiteralType()) {
    const { value } = type as { value: unknown };
    return () => value;
  }
  if (flags & TypeFlags.Null) return () => null;
  if (flags & (TypeFlags.String | TypeFlags.TemplateLiteral))
    return (choose) => sampleTexts[choose(sampleTexts.length)];
  if (flags & TypeFlags.Number) return () => 1;
  if (flags & TypeFlags.BigInt) return () => 1n;
  return undefined;
}
