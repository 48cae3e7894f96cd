import cluster from 'node:cluster';
import { type Config, readEnv } from '../config/index.ts';
import type { WindowCounts } from '../platform/http/index.ts';
import type { MetricsSnapshot } from '../platform/metrics/index.ts';
import type { SiblingProcesses } from '../program/program.ts';
import type { ProcessRole } from './rules.ts';

/** Passed to each child process in its environment. */
export type ChildAssignment = { role: ProcessRole; database: string };
export const assignmentVariable = 'INSIGNIA_PROCESS';

export type ProcessMessage =
  | { ready: { mailPlace: string } }
  | { counted: WindowCounts }
  | { measure: { readsDatabase: boolean } }
  | { measured: MetricsSnapshot | undefined }
  /**
   * A process sends `here` once it takes no new connections. All processes receive `everywhere`
   * once none does.
   */
  | { portClosed: 'here' | 'everywhere' };

/** The role this process was started for. Undefined for a first process. */
export function readAssignment(): ChildAssignment | undefined {
  const text = readEnv()(assignmentVariable);
  return cluster.isWorker && text ? (JSON.parse(text) as ChildAssignment) : undefined;
}

export function createChildConfig(config: Config, { role, database }: ChildAssignment): Config {
  return { ...config, role, databaseUrl: database, processes: 1 };
}

export function sendToParent(message: ProcessMessage): void {
  // The parent may have just exited. Then this process exits too.
  if (process.connected) process.send?.(message, undefined, undefined, () => {});
}

/** Rate limits are shared by way of the first process. */
export const siblings: SiblingProcesses = {
  send: (counted) => sendToParent({ counted }),
  subscribe: (listen) => {
    process.on('message', (message: ProcessMessage) => {
      if ('counted' in message) listen(message.counted);
    });
  },
  closePort: () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    process.on('message', (message: ProcessMessage) => {
      if ('portClosed' in message) resolve();
    });
    sendToParent({ portClosed: 'here' });
    return promise;
  },
  expose: async ({ exposed }) => {
    const answer = async (message: ProcessMessage): Promise<void> => {
      if (!('measure' in message)) return;
      const measured = await exposed(message.measure.readsDatabase).catch(() => undefined);
      sendToParent({ measured });
    };
    process.on('message', answer);
    return async () => void process.off('message', answer);
  },
};
