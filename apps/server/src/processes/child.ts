import cluster from 'node:cluster';
import { type Config, readEnv } from '../config/index.ts';
import type { WindowCounts } from '../platform/http/index.ts';
import type { Exposed } from '../platform/metrics/index.ts';
import type { Siblings } from '../program.ts';
import type { Role } from './rules.ts';

/** What the first process tells each of the others, in its environment. */
export type Orders = { role: Role; database: string };
export const ordersName = 'INSIGNIA_PROCESS';

/** What they tell each other. */
export type Message =
  | { ready: { mailPlace: string } }
  | { counted: WindowCounts }
  | { measure: { readsDatabase: boolean } }
  | { measured: Exposed | undefined }
  /** By a process that takes no new connections any more, and to all of them once none does. */
  | { portClosed: 'here' | 'everywhere' };

/** What this process was started for by another one of the same program; undefined where nobody did. */
export function ordersGiven(): Orders | undefined {
  const text = readEnv()(ordersName);
  return cluster.isWorker && text ? (JSON.parse(text) as Orders) : undefined;
}

/** The same configuration, for one of several processes. */
export function configFor(config: Config, { role, database }: Orders): Config {
  return { ...config, role, databaseUrl: database, processes: 1 };
}

export function tell(message: Message): void {
  // The other end may just have gone: then this process goes too.
  if (process.connected) process.send?.(message, undefined, undefined, () => {});
}

/** What all of them count is counted together, by way of the first one. */
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
