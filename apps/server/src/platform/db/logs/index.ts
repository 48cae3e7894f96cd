export { getAgreedTime } from './agreed-time.ts';
export { maintainPartitions, type PartitionedLog } from './maintain-partitions.ts';
export { idsBetween, pageOf, readPage, type Window, windowsOf } from './pages.ts';
