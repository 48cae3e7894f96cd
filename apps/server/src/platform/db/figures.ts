import type { Kysely, Transaction } from 'kysely';
import { Figures, type MetricLabels } from '../figures.ts';

const figures = new WeakMap<object, Figures>();
const pending = new WeakMap<object, ((to: Figures) => void)[]>();

/** Counters of this process for this database. */
export function getFigures(db: Kysely<unknown>): Figures {
  const known = figures.get(db) ?? new Figures();
  figures.set(db, known);
  return known;
}

/** Counts after the commit. Rolled-back work isn't counted. */
export function countOnCommit(
  trx: Transaction<unknown>,
  name: string,
  labels: MetricLabels = {},
  by = 1,
): void {
  addCommitCallback(trx, (to) => to.add(name, labels, by));
}

/** Sets a gauge after the commit. */
export function setOnCommit(
  trx: Transaction<unknown>,
  name: string,
  labels: MetricLabels,
  value: number,
): void {
  addCommitCallback(trx, (to) => to.set(name, labels, value));
}

/** Counts to apply after the commit. */
export function getCommitCallbacks(trx: Transaction<unknown>): readonly ((to: Figures) => void)[] {
  return pending.get(trx) ?? [];
}

function addCommitCallback(trx: Transaction<unknown>, act: (to: Figures) => void): void {
  const acts = pending.get(trx) ?? [];
  pending.set(trx, acts);
  acts.push(act);
}
