import { createRequire } from 'node:module';

const { resolve } = createRequire(
  createRequire(import.meta.url).resolve('@digitalbazaar/ecdsa-sd-2023-cryptosuite'),
);

/** esbuild options for packages that need help in browsers. The result also runs in Node. */
export const browserBuildOptions = {
  // The other build needs Buffer. `browser` in package.json doesn't apply to files named by
  // `exports`.
  alias: {
    'base64url-universal': resolve('base64url-universal').replace(/index\.js$/, 'browser.js'),
  },
  // credentials-context reads import.meta.url without using it, and plain scripts don't have it.
  define: { 'import.meta.url': '"https://www.w3.org/"' },
};
