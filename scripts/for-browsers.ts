import { createRequire } from 'node:module';

const { resolve } = createRequire(
  createRequire(import.meta.url).resolve('@digitalbazaar/ecdsa-sd-2023-cryptosuite'),
);

/** For esbuild, of packages that it does not make ready for browsers by itself; what it makes runs in Node too. */
export const forBrowsers = {
  // Its other form needs Buffer. A package.json's `browser` is not asked for a file that `exports` names.
  alias: {
    'base64url-universal': resolve('base64url-universal').replace(/index\.js$/, 'browser.js'),
  },
  // credentials-context asks where its module is, and does nothing with it; a script that is no module cannot say.
  define: { 'import.meta.url': '"https://www.w3.org/"' },
};
