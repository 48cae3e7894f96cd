import { QueryClient } from '@tanstack/react-query';
import { isPassing } from '../shared/problem.ts';

const firstWaitMs = 500;
const longestWaitMs = 15_000;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Whether the service answers is seen by asking it, not by what the browser thinks of its network.
      networkMode: 'always',
      staleTime: 10_000,
      // What passes is asked for until it comes: the screen tells so meanwhile.
      retry: (_count, error) => isPassing(error),
      retryDelay: (count) => Math.min(firstWaitMs * 2 ** count, longestWaitMs),
    },
    mutations: { networkMode: 'always', retry: false },
  },
});
