import { randomUUID } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { isAlive, readProcessStart } from '../../platform/db/index.ts';
import { BackupError, type Repository, readWhole, writeWhole } from './repository.ts';

const name = 'lock';
const renewMs = 60_000;
/** Age after which a lock of another machine or container counts as abandoned. */
const staleMs = 15 * 60_000;
const MAX_TRIES = 3;
/** Without hard links, a lock's name appears before its contents. */
const MAX_UNREADABLE = 10;
const unreadMs = 200;

type Holder = {
  token: string;
  host: string;
  pid: number;
  /** Where `pid` is an id, and when its process started. Absent in locks of earlier versions. */
  scope?: string;
  start?: string;
  since: string;
  renewed: string;
};

/**
 * The machine since its boot and the namespace of process ids. Containers may share a host name, and
 * their processes an id.
 */
function describeScope(): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${boot} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return hostname();
  }
}

export type RepositoryLock = {
  /** Throws if the lock was taken by someone else. */
  hold: () => Promise<void>;
  release: () => Promise<void>;
};

/** Allows one writer per place. The lock of a dead process is released. */
export async function lockRepository(
  repository: Repository,
  doing = 'a backup',
): Promise<RepositoryLock> {
  const now = (): string => new Date().toISOString();
  const self: Holder = {
    ...{ token: randomUUID(), host: hostname(), pid: process.pid },
    ...{ scope: describeScope(), start: readProcessStart(process.pid) },
    ...{ since: now(), renewed: now() },
  };
  const bytes = (): Buffer => Buffer.from(`${JSON.stringify({ ...self, renewed: now() })}\n`);
  for (let tries = 0, unread = 0; !(await repository.create(name, bytes())); ) {
    const other = await readLockHolder(repository);
    // The lock was just released, or is being written. Never take it from a new owner.
    if (!other && unread < MAX_UNREADABLE) {
      unread += 1;
      await wait(unreadMs);
      continue;
    }
    if (tries > MAX_TRIES || (other && isHeld(other, Date.now())))
      throw new BackupError(
        'refused',
        `${doing} into ${repository.place} is running${other ? ` since ${other.since} (process ${other.pid} on ${other.host})` : ''}. Wait until it's finished. If it crashed on another machine or in a container, wait 15 minutes`,
      );
    tries += 1;
    await repository.remove(name);
  }
  const hold = async (): Promise<void> => {
    if ((await readLockHolder(repository))?.token !== self.token)
      throw new BackupError(
        'refused',
        `${doing} from another process has taken over ${repository.place}`,
      );
  };
  // Keeps the lock from looking abandoned.
  const renewing = setInterval(() => {
    hold()
      .then(() => writeWhole(repository, name, bytes()))
      .catch(() => {});
  }, renewMs);
  renewing.unref();
  return {
    hold,
    release: async () => {
      clearInterval(renewing);
      if ((await readLockHolder(repository))?.token === self.token) await repository.remove(name);
    },
  };
}

async function readLockHolder(repository: Repository): Promise<Holder | undefined> {
  const bytes = await readWhole(repository, name);
  try {
    return bytes && (JSON.parse(bytes.toString()) as Holder);
  } catch {
    return undefined;
  }
}

function isHeld({ scope, pid, start, renewed }: Holder, now: number): boolean {
  if (scope === describeScope() && !(isAlive(pid) && readProcessStart(pid) === start)) return false;
  return now - Date.parse(renewed) < staleMs;
}
