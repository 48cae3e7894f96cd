/** One request: when it began and was answered, milliseconds, and whether it was done. */
export type Seen = { kind: string; began: number; ended: number; isDone: boolean };

export type Recovery = {
  requests: number;
  refused: number;
  /** The longest time in which nothing of the kind was done. */
  silenceMs: number;
  /** From the blow to the last answer that was a refusal, or the end of that time where it is longer than usual. */
  recoveredMs: number;
};

/** Less than this is the pace of the load itself on a busy machine. */
const usualMs = 2_000;

/** What a blow at `struck` did to requests of a kind that were answered since. */
export function recoveryOf(seen: readonly Seen[], kind: string, struck: number): Recovery {
  const since = seen
    .filter((one) => one.kind === kind && one.ended >= struck)
    .sort((a, b) => a.ended - b.ended);
  let [last, silenceMs, recovered] = [struck, 0, struck];
  for (const { ended, isDone } of since) {
    if (!isDone) {
      recovered = Math.max(recovered, ended);
      continue;
    }
    const silent = ended - last;
    if (silent > silenceMs) silenceMs = silent;
    if (silent > usualMs) recovered = Math.max(recovered, ended);
    last = ended;
  }
  return {
    requests: since.length,
    refused: since.filter(({ isDone }) => !isDone).length,
    silenceMs,
    recoveredMs: recovered - struck,
  };
}

/** What callers were told, and what there is. */
export type Promised = {
  /** By Idempotency-Key the credentials that it was answered with. */
  issued: ReadonlyMap<string, ReadonlySet<string>>;
  /** Addresses in files that were taken. */
  imported: ReadonlySet<string>;
};
export type StoredCredentials = { id: string; email: string }[];

export type Audit = { lost: string[]; doubled: string[] };

/** Each request's recipient has an address of its own, so that a second credential shows. */
export function compare({ issued, imported }: Promised, kept: StoredCredentials): Audit {
  const ids = new Set(kept.map(({ id }) => id));
  const count = new Map<string, number>();
  for (const { email } of kept) count.set(email, (count.get(email) ?? 0) + 1);
  const answered = [...issued.values()].flatMap((each) => [...each]);
  return {
    lost: [
      ...answered.filter((id) => !ids.has(id)),
      ...[...imported].filter((email) => !count.has(email)),
    ],
    doubled: [
      ...[...issued].filter(([, each]) => each.size > 1).map(([key]) => key),
      ...[...count].filter(([, times]) => times > 1).map(([email]) => email),
    ],
  };
}
