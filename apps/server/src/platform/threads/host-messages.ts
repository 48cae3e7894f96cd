/** Starts the thread. The first message to a host. */
export type Start = { script: string; data: unknown; maxMemory: number };

export type ToHost =
  | { start: Start }
  | { message: unknown }
  | { cpuUsage: { id: number; before: NodeJS.CpuUsage | undefined } };

export type FromHost =
  | { message: unknown }
  | { error: { message: string; code: string | undefined } }
  | { cpuUsage: { id: number; used: NodeJS.CpuUsage } };
