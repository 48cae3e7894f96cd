/** A request: start, end in milliseconds, and success. */
export type ObservedRequest = { kind: string; startedAt: number; ended: number; isDone: boolean };

export type Recovery = {
  requests: number;
  refused: number;
  /** Longest time without a success of this kind. */
  silenceMs: number;
  /** From the failure to the last error response, or to the end of an unusual silence. */
  recoveredMs: number;
};

/** Normal gaps on a busy machine. */
const usualMs = 2_000;

/** Effect of a failure at `struck` on later requests of a kind. */
export function measureRecovery(
  seen: readonly ObservedRequest[],
  kind: string,
  struck: number,
): Recovery {
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

/** Acknowledged results compared with the database. */
export type AcknowledgedWrites = {
  /** Credential ids returned per Idempotency-Key. */
  issued: ReadonlyMap<string, ReadonlySet<string>>;
  /** Addresses in accepted files. */
  imported: ReadonlySet<string>;
};
export type StoredCredentials = { id: string; email: string }[];

export type AuditResult = { lost: string[]; doubled: string[] };

/** Each request has a unique recipient, so that duplicates are visible. */
export function auditWrites(
  { issued, imported }: AcknowledgedWrites,
  kept: StoredCredentials,
): AuditResult {
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
