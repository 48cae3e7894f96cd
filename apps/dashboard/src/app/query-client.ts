import { QueryClient } from '@tanstack/react-query';
import { isTransient } from '../shared/problem.ts';

const firstWaitMs = 500;
const MAX_WAIT_MS = 15_000;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Retry even if the browser believes that it is offline. It is often wrong.
      networkMode: 'always',
      staleTime: 10_000,
      // Transient errors are retried until they pass. The screen shows a notice meanwhile.
      retry: (_count, error) => isTransient(error),
      retryDelay: (count) => Math.min(firstWaitMs * 2 ** count, MAX_WAIT_MS),
    },
    mutations: { networkMode: 'always', retry: false },
  },
});
