import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const folder = 'insignia-log';
const asked = '.wanted';

/**
 * The server's question for a piece of the log. It runs in a shell in the cluster's directory, with names of PostgreSQL's own only, so that
 * nothing needs quotes; and waits for this program, which may fetch it from far, instead of being one.
 */
export const restoreCommand = `[ -e ${folder}/%f ] || { : > ${folder}/%f${asked}; while [ -e ${folder}/%f${asked} ]; do sleep 0.02; done; }; mv ${folder}/%f %p`;

export type Log = {
  /** undefined when there is none. */
  find: (name: string) => Promise<Buffer | undefined>;
  /** The name of the piece that follows; undefined for what is none. */
  after: (name: string) => string | undefined;
};

const pauseMs = 20;
/** So many pieces lie ready before they are asked for. */
const mostReady = 4;

/** Answers the server as long as it recovers. A fault ends it: the server must not take it for the end of the log. */
export async function feedLog(
  cluster: string,
  log: Log,
  own: (path: string) => Promise<void>,
): Promise<{ throwIfFailed: () => void; stop: () => Promise<void> }> {
  const place = join(cluster, folder);
  await mkdir(place, { recursive: true, mode: 0o700 });
  await own(place);
  let fault: { error: unknown } | undefined;
  let isOver = false;
  let next: string | undefined;
  /** False when there is none. */
  const lay = async (name: string): Promise<boolean> => {
    const bytes = await log.find(name);
    if (!bytes) return false;
    const draft = join(place, `.${name}`);
    await writeFile(draft, bytes, { mode: 0o600 });
    await own(draft);
    await rename(draft, join(place, name));
    return true;
  };
  const answer = async (name: string): Promise<void> => {
    // It may have been laid ready in this moment.
    const isThere = (await readdir(place)).includes(name) || (await lay(name));
    next = isThere ? log.after(name) : undefined;
    await rm(join(place, name + asked), { force: true });
  };
  const layAhead = async (name: string): Promise<void> => {
    // One that is damaged and nobody asks for does no harm.
    const isThere = await lay(name).catch(() => false);
    next = isThere ? log.after(name) : undefined;
  };
  const turn = async (): Promise<void> => {
    const names = await readdir(place);
    const wanted = names.filter((name) => name.endsWith(asked));
    for (const name of wanted) await answer(name.slice(0, -asked.length));
    if (wanted.length > 0) return;
    if (next && names.length < mostReady) await layAhead(next);
    else await sleep(pauseMs);
  };
  const run = async (): Promise<void> => {
    while (!isOver && !fault) await turn();
  };
  const running = run().catch((error: unknown) => {
    fault = { error };
  });
  return {
    throwIfFailed: () => {
      if (fault) throw fault.error;
    },
    stop: async () => {
      isOver = true;
      await running;
      await rm(place, { recursive: true, force: true });
    },
  };
}
