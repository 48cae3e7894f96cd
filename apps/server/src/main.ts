import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { describeStartError, findDescriptorWarning } from './commands/start-error.ts';
import { readConfig, readEnv } from './config/index.ts';
import { provideDashboard } from './features/dashboard/index.ts';
import { systemClock } from './kernel/clock.ts';
import { DataDirectoryInUse } from './platform/db/index.ts';
import { createLog } from './platform/log/index.ts';
import { createChildConfig, readAssignment, sendToParent, siblings } from './processes/child.ts';
import { startPrimary } from './processes/primary.ts';
import type { Program } from './program/program.ts';

/** Time limit for shutdown after the port closes. */
const patienceMs = 9_500;

const { config: ownConfig, errors, warnings } = readConfig(readEnv());
if (errors.length > 0) {
  for (const error of errors) console.error(error);
  process.exit(1);
}
const assignment = readAssignment();
const config = assignment ? createChildConfig(ownConfig, assignment) : ownConfig;
const isPrimary = config.processes > 1;
const log = createLog(config.logLevel, isPrimary ? 'first' : config.role);
if (!assignment) {
  const limits = await readFile('/proc/self/limits', 'utf8').catch(() => '');
  for (const warning of [...warnings, findDescriptorWarning(limits)])
    if (warning) log.warn(warning);
}

let program:
  | (Pick<Program, 'address' | 'mailPlace' | 'drain' | 'stop'> & Partial<Pick<Program, 'finish'>>)
  | undefined;
let stopping = false;
const cut = new AbortController();
const started = Promise.withResolvers<void>();
// Ctrl-C or a second signal skips draining.
process.on('SIGINT', () => void stop('now'));
process.on('SIGTERM', () => void stop(stopping ? 'now' : 'drained'));

async function startOne(): Promise<Program> {
  const { startProgram } = await import('./program/program.ts');
  if (!assignment) return startProgram(config, systemClock, log, provideDashboard);
  // The first process has already provided the files.
  return startProgram(config, systemClock, log, undefined, siblings);
}

async function stop(how: 'now' | 'drained'): Promise<void> {
  if (how === 'now') cut.abort();
  if (stopping) return;
  stopping = true;
  // With several processes, some may already serve while others start.
  if (isPrimary && how === 'drained')
    await Promise.race([
      started.promise,
      sleep(patienceMs, undefined, { signal: cut.signal }),
    ]).catch(() => {});
  await program?.drain(cut.signal);
  setTimeout(() => process.exit(1), patienceMs).unref();
  if (!cut.signal.aborted) await program?.finish?.(cut.signal);
  await program?.stop();
  process.exit(0);
}

try {
  program = isPrimary ? await startPrimary(config, log, provideDashboard) : await startOne();
  started.resolve();
  const where = program.address
    ? `Insignia is ready: open ${config.baseUrl}`
    : 'Insignia is processing jobs';
  log.flush();
  if (assignment) sendToParent({ ready: { mailPlace: program.mailPlace } });
  else console.log(`${where} (emails go to ${program.mailPlace})`);
  if (stopping && !isPrimary) await program.stop().then(() => process.exit(0));
} catch (error) {
  log.flush();
  const isExpected = error instanceof DataDirectoryInUse || log.level !== 'debug';
  console.error(
    isExpected
      ? `Insignia can't start: ${describeStartError(error, config.dataDir)}`
      : (error as Error).stack,
  );
  process.exit(1);
}
