import { defineConfig } from 'vite';
import { withoutEval } from './build/plugins.ts';

/** Builds the page that verifies in a static export into one file. */
export default defineConfig({
  plugins: [withoutEval()],
  build: {
    target: 'es2022',
    modulePreload: false,
    reportCompressedSize: false,
    rolldownOptions: {
      input: 'src/verifier/main.ts',
      output: { entryFileNames: 'verifier.js', codeSplitting: false },
    },
  },
});
