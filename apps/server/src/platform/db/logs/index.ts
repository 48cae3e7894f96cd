export { getAgreedTime, maintainPartitions, type PartitionedLog } from './maintain-partitions.ts';
export { idsBetween, pageOf, readPage, type Window, windowsOf } from './pages.ts';
