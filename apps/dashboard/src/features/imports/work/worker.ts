import { getIssueMessage } from '@insignia/contract';
import { z } from 'zod';
import { createImportSession } from './session.ts';
import type { WorkerRequest, WorkerResponse } from './worker-session.ts';

z.config({ customError: getIssueMessage });
const session = createImportSession();
let last: Promise<unknown> = Promise.resolve();

async function answer({ id, verb, args }: WorkerRequest): Promise<WorkerResponse> {
  try {
    const act = session[verb] as (...parameters: unknown[]) => Promise<unknown>;
    return { id, value: await act(...args) };
  } catch (error) {
    return { id, error: String(error) };
  }
}

// Sequentially, in order of arrival.
addEventListener('message', ({ data }: MessageEvent<WorkerRequest>) => {
  last = last.then(async () => postMessage(await answer(data)));
});
