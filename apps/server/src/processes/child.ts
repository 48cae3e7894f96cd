import cluster from 'node:cluster';
import { type Config, readEnv } from '../config/index.ts';
import type { WindowCounts } from '../platform/http/index.ts';
import type { Exposed } from '../platform/metrics/index.ts';
import type { Siblings } from '../program.ts';
import type { Role } from './rules.ts';

/** Passed to each child process in its environment. */
export type Orders = { role: Role; database: string };
export const ordersName = 'INSIGNIA_PROCESS';

export type Message =
  | { ready: { mailPlace: string } }
  | { counted: WindowCounts }
  | { measure: { readsDatabase: boolean } }
  | { measured: Exposed | undefined }
  /** By a process that takes no new connections any more, and to all of them once none does. */
  | { portClosed: 'here' | 'everywhere' };

/** The role this process was started for. Undefined for a first process. */
export function ordersGiven(): Orders | undefined {
  const text = readEnv()(ordersName);
  return cluster.isWorker && text ? (JSON.parse(text) as Orders) : undefined;
}

export function configFor(config: Config, { role, database }: Orders): Config {
  return { ...config, role, databaseUrl: database, processes: 1 };
}

export function tell(message: Message): void {
  // The parent may have just exited. Then this process exits too.
  if (process.connected) process.send?.(message, undefined, undefined, () => {});
}

/** Rate limits are shared by way of the first process. */
export const siblings: Siblings = {
  tell: (counted) => tell({ counted }),
  hear: (listen) => {
    process.on('message', (message: Message) => {
      if ('counted' in message) listen(message.counted);
    });
  },
  closePort: () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    process.on('message', (message: Message) => {
      if ('portClosed' in message) resolve();
    });
    tell({ portClosed: 'here' });
    return promise;
  },
  expose: async ({ exposed }) => {
    const answer = async (message: Message): Promise<void> => {
      if (!('measure' in message)) return;
      const measured = await exposed(message.measure.readsDatabase).catch(() => undefined);
      tell({ measured });
    };
    process.on('message', answer);
    return async () => void process.off('message', answer);
  },
};
