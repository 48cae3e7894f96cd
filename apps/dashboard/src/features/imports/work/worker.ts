import { messageOf } from '@insignia/contract';
import { z } from 'zod';
import type { Answered, Asked } from './ask.ts';
import { createDesk } from './desk.ts';

z.config({ customError: messageOf });
const desk = createDesk();
let last: Promise<unknown> = Promise.resolve();

async function answer({ id, verb, args }: Asked): Promise<Answered> {
  try {
    const act = desk[verb] as (...given: unknown[]) => Promise<unknown>;
    return { id, value: await act(...args) };
  } catch (error) {
    return { id, error: String(error) };
  }
}

// One after the other, as they were asked.
addEventListener('message', ({ data }: MessageEvent<Asked>) => {
  last = last.then(async () => postMessage(await answer(data)));
});
