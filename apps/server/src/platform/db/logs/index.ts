export { getAgreedTime, maintainPartitions, type PartitionedLog } from './maintain-partitions.ts';
export { idsBetween, readPage, selectPage, splitIntoWindows, type Window } from './pages.ts';
