export { forgetInImports } from './forget-store.ts';
export { registerImports } from './register.ts';
export { tidyImports } from './store.ts';
export { importsReader, measureImports } from './watch.ts';
export { registerImportsWork } from './work.ts';
