export { createDrawer, type Drawer } from './drawer.ts';
export type { Drawn, Fault } from './job.ts';
