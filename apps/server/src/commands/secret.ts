import { setTimeout as sleep } from 'node:timers/promises';
import { retireTokenKeys, retireTokenKeysExcept } from '../features/access/index.ts';
import { authVersion, capSessionExpiry } from '../features/people/index.ts';
import { retireKey } from '../features/sharing/index.ts';
import type { Database } from '../platform/db/index.ts';
import {
  adoptNextSecret,
  computeMark,
  listRunning,
  newSecret,
  notifySecretChange,
  openNextSecret,
  openSecrets,
  type ProcessPresence,
  type RotationResult,
  readRotationStart,
  readSecretMark,
  rotateSecret,
  type Secrets,
} from '../platform/secrets/index.ts';
import { sealedRows } from '../program/registry.ts';
import { CommandError, createRefusal } from './command-error.ts';
import type { CommandContext, CommandService } from './service.ts';

export type SecretRotation = {
  /** `new`: a secret was generated for the operator to set; nothing has changed. */
  outcome: 'new' | 'changed' | 'finished';
  secret: string | undefined;
  resealed: number;
  /** Webhook secrets and issuer keys encrypted with a lost secret. They must be created again. */
  lost: number;
  kept: 'environment' | 'file';
};

export type RotateOptions = {
  confirm: () => Promise<void>;
  onResealed: (count: number) => void;
  /** Time for processes to learn the secret. A dead process counts as running for 45 s. */
  patienceMs?: number;
};

const pollMs = 200;

/**
 * Changes SECRET while the service runs: every process learns the new one, then all encrypt with
 * it, then old data is encrypted again.
 */
export async function rotateServiceSecret(
  { config, db }: CommandService,
  { signal, warn }: CommandContext,
  { confirm, onResealed, patienceMs = 60_000 }: RotateOptions,
): Promise<SecretRotation> {
  const source = config.secret ? 'environment' : ('file' as const);
  const secrets = await openSecrets(config);
  const present = await readSecretMark(db);
  if (!present)
    throw createRefusal(
      'no service has started on this database yet, so there is nothing to rotate',
    );
  const nothing = { resealed: 0, lost: 0, kept: source } as const;
  if (!secrets.use(present))
    throw createRefusal(
      "the service uses a SECRET that isn't set here. Run the command with the service's settings, and set SECRET_PREVIOUS to its current SECRET",
    );
  if (config.secret && !config.secretPrevious && !(await readRotationStart(db)))
    return { outcome: 'new', secret: newSecret(), ...nothing };
  const next = config.secret ?? (await openNextSecret(config.dataDir));
  secrets.learn([next]);
  const nextMark = computeMark(next);
  if (nextMark !== present) await confirm();
  await notifySecretChange(db);
  await waitUntilKnown(db, nextMark, patienceMs, { signal, warn });
  const { isSwitched, ...done } = await changeSecret({ db, secrets, nextMark, onResealed });
  if (source === 'file') await adoptNextSecret(config.dataDir);
  return { outcome: isSwitched ? 'changed' : 'finished', secret: undefined, ...done, kept: source };
}

async function waitUntilKnown(
  db: CommandService['db'],
  nextMark: string,
  patienceMs: number,
  { signal, warn }: CommandContext,
): Promise<void> {
  const until = Date.now() + patienceMs;
  let hasWarned = false;
  for (;;) {
    const lacking = (await listRunning(db)).filter(({ marks }) => !marks.includes(nextMark));
    if (lacking.length === 0) return;
    if (Date.now() > until)
      throw new CommandError(
        'refused',
        `these processes don't know the new SECRET: ${formatProcesses(lacking)}. Restart them with it as SECRET and the old one as SECRET_PREVIOUS. Nothing has changed`,
      );
    if (!hasWarned)
      warn(`waiting for processes that don't know the new SECRET: ${formatProcesses(lacking)}`);
    hasWarned = true;
    await sleep(pollMs, undefined, { signal });
  }
}

function formatProcesses(processes: readonly ProcessPresence[]): string {
  return processes.map(({ host, pid, role }) => `${role} on ${host} (process ${pid})`).join(', ');
}

/** Switches the whole service to a secret that all processes know. */
export async function changeSecret(parts: {
  db: Database;
  secrets: Secrets;
  nextMark: string;
  onResealed?: (count: number) => void;
}): Promise<RotationResult> {
  const { db, secrets, nextMark } = parts;
  const done = await rotateSecret({
    ...parts,
    rows: sealedRows,
    onSwitch: async (trx, before) => {
      await retireTokenKeys(trx);
      await capSessionExpiry(trx);
      await retireKey(trx, secrets, before);
    },
  });
  await retireTokenKeysExcept(db, authVersion(nextMark));
  return done;
}
