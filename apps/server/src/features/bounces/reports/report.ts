import { canonicalAddress } from '@insignia/contract';
import { z } from 'zod';
import type { Bounce } from '../../../platform/mail/index.ts';

/** What a provider's message says: bounces, or that the operator has to confirm a subscription first. */
export type Report = { bounces: Bounce[]; confirmAt?: string };

const most = 1_000;
/** PostgreSQL takes no NUL, and strangers' servers send what they like. */
export const text = z.string().transform((value) => value.replaceAll('\0', '\ufffd'));
/** An address as our mails have it: providers write international domains in either of their forms. */
export const address = text.transform(canonicalAddress);
export const list = <T extends z.ZodType>(item: T) => z.array(item).max(most);

/** Our own ids stand before the @ of each Message-ID. */
export function mailIdIn(messageId: string | undefined): string | undefined {
  return /^\s*<?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})@/.exec(messageId ?? '')?.[1];
}

/** One line, cut: it stands in a list, and comes from a stranger. */
export const reasonOf = (...parts: (string | undefined)[]): string =>
  parts
    .filter(Boolean)
    .join(': ')
    .replaceAll('\0', '\ufffd')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, 500) || 'no reason given';

/** undefined when the value is of another form. */
export type Read = (value: unknown) => Report | undefined;
export const reader =
  <T>(schema: z.ZodType<T>, read: (value: T) => Report): Read =>
  (value) => {
    const found = schema.safeParse(value);
    return found.success ? read(found.data) : undefined;
  };
