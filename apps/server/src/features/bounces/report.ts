import { canonicalAddress } from '@insignia/contract';
import { z } from 'zod';
import type { Bounce } from '../../platform/mail/index.ts';

/** Bounces in a provider's message, or a subscription URL for the operator to confirm. */
export type BounceReport = { bounces: Bounce[]; confirmAt?: string };

const MAX_BOUNCES = 1_000;
/** PostgreSQL rejects NUL. */
export const textSchema = z.string().transform((value) => value.replaceAll('\0', '\ufffd'));
/**
 * An address in the form that our emails use. Providers write international domains in either form.
 */
export const addressSchema = textSchema.transform(canonicalAddress);
export const createListSchema = <T extends z.ZodType>(item: T) => z.array(item).max(MAX_BOUNCES);

/** Our ids precede the @ of each Message-ID. */
export function findMailId(messageId: string | undefined): string | undefined {
  return /^\s*<?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})@/.exec(messageId ?? '')?.[1];
}

/** One line with a maximum length, because it comes from strangers and appears in lists. */
export const joinReasons = (...parts: (string | undefined)[]): string =>
  parts
    .filter(Boolean)
    .join(': ')
    .replaceAll('\0', '\ufffd')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, 500) || 'no reason given';

/** Returns undefined if the value has another format. */
export type ReportReader = (value: unknown) => BounceReport | undefined;
export const createReportReader =
  <T>(schema: z.ZodType<T>, read: (value: T) => BounceReport): ReportReader =>
  (value) => {
    const found = schema.safeParse(value);
    return found.success ? read(found.data) : undefined;
  };
