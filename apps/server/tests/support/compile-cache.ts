import { resolve } from 'node:path';

const { NODE_COMPILE_CACHE } = process.env;

/** For processes started by tests, which may be in other folders. */
export const compileCache = NODE_COMPILE_CACHE
  ? { NODE_COMPILE_CACHE: resolve(NODE_COMPILE_CACHE) }
  : {};
