import type { Kysely, Transaction } from 'kysely';
import { Figures, type Labels } from '../figures.ts';

const figures = new WeakMap<object, Figures>();
const pending = new WeakMap<object, ((to: Figures) => void)[]>();

/** Counters of this process for this database. */
export function figuresOf(db: Kysely<unknown>): Figures {
  const known = figures.get(db) ?? new Figures();
  figures.set(db, known);
  return known;
}

/** Counts after the commit. Rolled-back work isn't counted. */
export function countWith(
  trx: Transaction<unknown>,
  name: string,
  labels: Labels = {},
  by = 1,
): void {
  later(trx, (to) => to.add(name, labels, by));
}

/** Sets a gauge after the commit. */
export function noteWith(
  trx: Transaction<unknown>,
  name: string,
  labels: Labels,
  value: number,
): void {
  later(trx, (to) => to.set(name, labels, value));
}

/** Counts to apply after the commit. */
export function countedWith(trx: Transaction<unknown>): readonly ((to: Figures) => void)[] {
  return pending.get(trx) ?? [];
}

function later(trx: Transaction<unknown>, act: (to: Figures) => void): void {
  const acts = pending.get(trx) ?? [];
  pending.set(trx, acts);
  acts.push(act);
}
