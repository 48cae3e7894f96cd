import { InsigniaError } from '@insignia/sdk';
import { useRef, useState } from 'react';
import { randomId } from './random-id.ts';

/** State of an action: running, and its error. */
export function useAction(run: () => Promise<void>) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<unknown>();
  // A second click arrives before the first is rendered.
  const busy = useRef(false);
  const clear = () => setProblem(undefined);
  const act = async () => {
    if (busy.current) return;
    busy.current = true;
    setBusy(true);
    clear();
    try {
      await run();
    } catch (error) {
      setProblem(error);
    } finally {
      busy.current = false;
      setBusy(false);
    }
  };
  return { act, isBusy, problem, clear };
}

/**
 * Sends a request with an idempotency key that stays the same until it is answered: a request without
 * a response may have taken effect. A request with other `values` gets a new key.
 */
export function useSendOnce() {
  const last = useRef({ key: '', about: '' });
  return async <R>(
    values: object,
    send: (options: { idempotencyKey: string }) => Promise<R>,
  ): Promise<R> => {
    const about = JSON.stringify(values);
    if (!last.current.key || last.current.about !== about)
      last.current = { key: randomId(), about };
    const { key } = last.current;
    try {
      const reply = await send({ idempotencyKey: key });
      last.current.key = '';
      return reply;
    } catch (error) {
      // The key was used for other values, so the next press gets a new one.
      if (error instanceof InsigniaError && error.code === 'idempotency_key_reused')
        last.current.key = '';
      throw error;
    }
  };
}
