import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { withoutEval } from './build/without-eval.ts';
import { withoutProse } from './build/without-prose.ts';
import { withoutSchemas } from './build/without-schemas.ts';

export default defineConfig({
  base: '/app/',
  plugins: [withoutSchemas(), withoutProse(), withoutEval(), react()],
  // What it starts with is loaded before it runs, which only modules can do.
  worker: { format: 'es', plugins: () => [withoutProse(), withoutEval()] },
  build: {
    target: 'es2022',
    // The policy of the page takes no data: URLs of scripts, styles and fonts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Tells the test of the size what is loaded first.
    manifest: true,
    reportCompressedSize: false,
  },
});
