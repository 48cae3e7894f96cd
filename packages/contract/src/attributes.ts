import { z } from 'zod';
import { fold } from './addresses.ts';
import { readDate } from './dates.ts';
import type { ErrorDetail } from './errors.ts';
import { line } from './text.ts';

export const attributeLimits = { count: 20, name: 100, value: 500 } as const;
const attributeTypes = ['text', 'number', 'date'] as const;

/**
 * Result types of Open Badges 3.0 §ResultType that a value alone expresses, plus own names with the
 * prefix `ext:`.
 */
export const resultTypes: readonly string[] = [
  ...['GradePointAverage', 'LetterGrade', 'Percent', 'PerformanceLevel', 'PredictedScore'],
  ...['RawScore', 'Result', 'RubricScore', 'ScaledScore'],
];
const resultType = line({ max: 100 }).refine(
  (value) => resultTypes.includes(value) || /^ext:[A-Za-z0-9.|_-]+$/.test(value),
  `must be one of ${resultTypes.join(', ')}, or start with ext:`,
);

export const attributeReply = z
  .object({
    name: line({ max: attributeLimits.name }).meta({ description: 'Name' }),
    type: z.enum(attributeTypes).meta({ description: 'Type of the values' }),
    resultType: resultType.optional().meta({
      description:
        'Open Badges 3.0 result type, such as LetterGrade. Without it, numbers become `Result` and texts have none',
    }),
  })
  .meta({ id: 'BadgeAttribute' });
const definition = z
  .object(attributeReply.shape)
  .refine(({ type, resultType: kind }) => type !== 'date' || kind === undefined, {
    path: ['resultType'],
    error: "can't be set for a date. Remove it or choose another type",
  })
  // Requests with a `__proto__` member are refused, so no credential could have a value for it.
  .refine(({ name }) => name !== '__proto__', {
    path: ['name'],
    error: 'must be a different name',
  });
export type AttributeDefinition = z.infer<typeof definition>;

export const attributeDefinitions = z
  .array(definition)
  .max(attributeLimits.count, `must have at most ${attributeLimits.count} attributes`)
  .superRefine((all, context) => {
    const names = all.map((each) => fold(each.name));
    for (const [at, name] of names.entries())
      if (names.indexOf(name) < at)
        context.addIssue({ code: 'custom', path: [at, 'name'], message: 'is a duplicate' });
  });

const valuesByName = z.record(
  line({ max: attributeLimits.name }),
  z.union([line({ max: attributeLimits.value }), z.number()]),
);

/** Values by the names that the badge defines. Counted before thousands of names are checked. */
export const attributeValues = z.preprocess((values: z.input<typeof valuesByName>, context) => {
  const isObject = typeof values === 'object' && values !== null;
  if (isObject && Object.keys(values).length > attributeLimits.count)
    context.addIssue({
      code: 'custom',
      message: `must have at most ${attributeLimits.count} attributes`,
      continue: false,
    });
  return values;
}, valuesByName);

/** Stored with a credential, so that its meaning survives later changes of the badge. */
export type AttributeValue = { name: string; type: AttributeDefinition['type']; value: string };

const errorMessages: Record<AttributeDefinition['type'], (value: string) => string | undefined> = {
  text: () => undefined,
  number: (value) =>
    /^-?\d{1,15}(?:\.\d{1,15})?$/.test(value) ? undefined : 'must be a number, for example 1.3',
  date: (value) =>
    readDate(value)?.isBareDate ? undefined : 'must be a valid date, for example 2026-03-01',
};

/** Returns values in the badge's order, or all errors. */
export function readAttributes(
  inputs: Record<string, string | number>,
  defined: AttributeDefinition[],
): AttributeValue[] | ErrorDetail[] {
  const details: ErrorDetail[] = [];
  const values = new Map<string, AttributeValue>();
  const known = new Map(defined.map((each) => [fold(each.name), each]));
  for (const [name, input] of Object.entries(inputs)) {
    const attribute = known.get(fold(name));
    const value = String(input);
    const error = !attribute
      ? `isn't an attribute of this badge. Attributes of this badge: ${listNames(defined)}`
      : values.has(attribute.name)
        ? 'is a duplicate'
        : errorMessages[attribute.type](value);
    if (error !== undefined) details.push({ path: `attributes.${name}`, message: error });
    else if (attribute)
      values.set(attribute.name, { name: attribute.name, type: attribute.type, value });
  }
  if (details.length > 0) return details;
  return defined.flatMap(({ name }) => values.get(name) ?? []);
}

function listNames(defined: AttributeDefinition[]): string {
  return defined.length > 0
    ? defined.map(({ name }) => name).join(', ')
    : 'none. Add it to the badge first';
}

export function areErrorDetails(read: AttributeValue[] | ErrorDetail[]): read is ErrorDetail[] {
  return read.some((each) => 'message' in each);
}

export function getResultType({ type, resultType: kind }: AttributeDefinition): string | undefined {
  return kind ?? (type === 'number' ? 'Result' : undefined);
}
