type PendingRow<T> = { resolve: (row: T | undefined) => void; reject: (error: unknown) => void };

/**
 * Batches concurrent reads by id: while `most` queries run, further ids wait and share the next
 * query. Adds no latency on an idle server.
 */
export function createBatchLoader<T extends { id: string }>(
  load: (ids: string[]) => Promise<T[]>,
  most = 2,
): (id: string) => Promise<T | undefined> {
  let waiting = new Map<string, PendingRow<T>[]>();
  let running = 0;

  const send = async (): Promise<void> => {
    const batch = waiting;
    waiting = new Map();
    running++;
    await loadBatch(batch, load);
    running--;
    if (waiting.size > 0) void send();
  };

  return (id) =>
    new Promise((resolve, reject) => {
      const askers = waiting.get(id);
      if (askers) askers.push({ resolve, reject });
      else waiting.set(id, [{ resolve, reject }]);
      if (waiting.size === 1 && !askers && running < most)
        setImmediate(() => waiting.size > 0 && void send());
    });
}

async function loadBatch<T extends { id: string }>(
  batch: Map<string, PendingRow<T>[]>,
  load: (ids: string[]) => Promise<T[]>,
): Promise<void> {
  try {
    const rows = new Map((await load([...batch.keys()])).map((row) => [row.id, row]));
    for (const [id, askers] of batch) for (const { resolve } of askers) resolve(rows.get(id));
  } catch (error) {
    for (const { reject } of [...batch.values()].flat()) reject(error);
  }
}
