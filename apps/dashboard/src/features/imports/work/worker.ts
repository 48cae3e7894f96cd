import { messageOf } from '@insignia/contract';
import { z } from 'zod';
import type { WorkerRequest, WorkerResponse } from './ask.ts';
import { createImportSession } from './session.ts';

z.config({ customError: messageOf });
const session = createImportSession();
let last: Promise<unknown> = Promise.resolve();

async function answer({ id, verb, args }: WorkerRequest): Promise<WorkerResponse> {
  try {
    const act = session[verb] as (...given: unknown[]) => Promise<unknown>;
    return { id, value: await act(...args) };
  } catch (error) {
    return { id, error: String(error) };
  }
}

// Sequentially, in order of arrival.
addEventListener('message', ({ data }: MessageEvent<WorkerRequest>) => {
  last = last.then(async () => postMessage(await answer(data)));
});
