export { forgetInImports } from './forget-store.ts';
export { registerImports } from './register.ts';
export { tidyImports } from './store.ts';
export { registerImportsWork } from './work.ts';
