import { setTimeout as sleep } from 'node:timers/promises';
import {
  adoptNextSecret,
  keptSecretMark,
  markOf,
  newSecret,
  nextSecret,
  openSecrets,
  type Running,
  rotatingSince,
  running,
  tellOfSecrets,
} from '../platform/secrets/index.ts';
import { changeOver } from './change-over.ts';
import { CommandFault, refused } from './fault.ts';
import type { Service, Surroundings } from './service.ts';

export type RotatedSecret = {
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

const lookMs = 200;

/**
 * Changes SECRET while the service runs: every process learns the new one, then all encrypt with
 * it, then old data is encrypted again.
 */
export async function rotateSecret(
  { config, db }: Service,
  { signal, warn }: Surroundings,
  { confirm, onResealed, patienceMs = 60_000 }: RotateOptions,
): Promise<RotatedSecret> {
  const kept = config.secret ? 'environment' : ('file' as const);
  const secrets = await openSecrets(config);
  const present = await keptSecretMark(db);
  if (!present)
    throw refused('no service has begun on this database yet: there is nothing to rotate');
  const nothing = { resealed: 0, lost: 0, kept } as const;
  if (!secrets.use(present))
    throw refused(
      'the service writes with another SECRET than the ones here: give the command with its settings, the SECRET that it has as SECRET_PREVIOUS',
    );
  if (config.secret && !config.secretPrevious && !(await rotatingSince(db)))
    return { outcome: 'new', secret: newSecret(), ...nothing };
  const next = config.secret ?? (await nextSecret(config.dataDir));
  secrets.learn([next]);
  const wanted = markOf(next);
  if (wanted !== present) await confirm();
  await tellOfSecrets(db);
  await allKnow(db, wanted, patienceMs, { signal, warn });
  const { turned, ...done } = await changeOver({ db, secrets, wanted, onResealed });
  if (kept === 'file') await adoptNextSecret(config.dataDir);
  return { outcome: turned ? 'changed' : 'finished', secret: undefined, ...done, kept };
}

async function allKnow(
  db: Service['db'],
  wanted: string,
  patienceMs: number,
  { signal, warn }: Surroundings,
): Promise<void> {
  const until = Date.now() + patienceMs;
  let isTold = false;
  for (;;) {
    const lacking = (await running(db)).filter(({ marks }) => !marks.includes(wanted));
    if (lacking.length === 0) return;
    if (Date.now() > until)
      throw new CommandFault(
        'refused',
        `these processes do not know the new SECRET: ${namesOf(lacking)}. Start them anew with it as SECRET and the old one as SECRET_PREVIOUS; nothing has changed`,
      );
    if (!isTold) warn(`waiting for processes that do not know the new SECRET: ${namesOf(lacking)}`);
    isTold = true;
    await sleep(lookMs, undefined, { signal });
  }
}

function namesOf(processes: readonly Running[]): string {
  return processes.map(({ host, pid, role }) => `${role} on ${host} (process ${pid})`).join(', ');
}
