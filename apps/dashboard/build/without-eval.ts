import type { Plugin } from 'vite';

const start = '__zod_globalConfig = {}';

/**
 * Zod probes eval, which the page's policy forbids and browsers report. This sets its option not
 * to.
 */
export function withoutEval(): Plugin {
  return {
    name: 'without-eval',
    enforce: 'pre',
    transform: {
      filter: { id: /\/zod\/v4\/core\/core\.js$/ },
      handler(code) {
        if (!code.includes(start)) throw new Error('Zod keeps its settings somewhere else');
        return { code: code.replace(start, '__zod_globalConfig = { jitless: true }'), map: null };
      },
    },
  };
}
