import { createTurns, type InTurn } from '../images/index.ts';
import type { Logger } from '../log/index.ts';
import { createThread, orTooMuch, type ThreadFigures } from '../thread.ts';
import type { Answer, Drawn, Fault, Job } from './job.ts';

/** Draws designs in a thread of its own; tells what they name and nobody has. */
export type Drawer = {
  /** For all that is done for one request: few wait for the thread, and not in the turns of pictures that are read. */
  inTurn: InTurn;
  draw: (job: Job) => Promise<Drawn | { faults: Fault[] }>;
  stop: () => Promise<void>;
};

/** What a design may take by itself; on a busy machine it may wait longer. */
const mostCpuMs = 12_000;
const timeoutMs = 30_000;
/** Megabytes. */
const mostMemory = 256;
const tooMuch: Fault = { path: '', message: 'takes too long to draw: make it of fewer layers' };

export function createDrawer(log: Logger): Drawer & { figures: ThreadFigures } {
  const thread = createThread<Job, Answer>({
    script: new URL('./worker.ts', import.meta.url),
    ...{ mostMemory, mostCpuMs, timeoutMs, does: 'drawing a design', log },
  });
  return {
    // The second loads its pictures while the first is drawn.
    inTurn: createTurns(2, 8),
    async draw(job) {
      try {
        const answer = await thread.ask(job);
        if ('error' in answer) throw new Error(answer.error);
        return answer;
      } catch (error) {
        return orTooMuch(error, { faults: [tooMuch] });
      }
    },
    figures: thread.figures,
    stop: thread.stop,
  };
}
