export { createDrawer, type Draw, type Drawer, estimateDrawing } from './drawer.ts';
export type { Drawn, Fault } from './job.ts';
