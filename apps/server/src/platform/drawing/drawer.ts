import type { Logger } from '../log/index.ts';
import { createThread, ThreadFailure } from '../thread.ts';
import type { Answer, Drawn, Fault, Job } from './job.ts';

/** Draws designs in a thread of its own; tells what they name and nobody has. */
export type Drawer = {
  draw: (job: Job) => Promise<Drawn | { faults: Fault[] }>;
  stop: () => Promise<void>;
};

const timeoutMs = 15_000;
/** Megabytes. */
const mostMemory = 256;
const tooMuch: Fault = { path: '', message: 'takes too long to draw: make it of fewer layers' };

export function createDrawer(log: Logger): Drawer {
  const thread = createThread<Job, Answer>({
    script: new URL('./worker.ts', import.meta.url),
    ...{ mostMemory, timeoutMs, does: 'drawing a design', log },
  });
  return {
    async draw(job) {
      try {
        const answer = await thread.ask(job);
        if ('error' in answer) throw new Error(answer.error);
        return answer;
      } catch (error) {
        if (error instanceof ThreadFailure) return { faults: [tooMuch] };
        throw error;
      }
    },
    stop: thread.stop,
  };
}
