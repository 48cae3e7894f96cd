import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { withoutEval, withoutProse, withoutSchemas } from './build/plugins.ts';

export default defineConfig({
  base: '/app/',
  plugins: [withoutSchemas(), withoutProse(), withoutEval(), react()],
  // Only module workers load their dependencies before they run.
  worker: { format: 'es', plugins: () => [withoutProse(), withoutEval()] },
  build: {
    target: 'es2022',
    // The policy forbids data URLs for scripts, styles and fonts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // For the test of the initial bundle size.
    manifest: true,
    // For the release's licenses and SBOM.
    license: { fileName: 'licenses.json' },
    reportCompressedSize: false,
  },
});
