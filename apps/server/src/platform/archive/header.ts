/** What PostgreSQL writes at the head of each piece of its log (`XLogLongPageHeaderData`), in the order of the machine's bytes. */
export type Header = { system: string; timeline: number; segmentBytes: number; at: bigint };

const long = 0x0002;

/** undefined when these bytes are no piece of a log. */
export function readHeader(bytes: Buffer): Header | undefined {
  if (bytes.length < 40 || (bytes.readUInt16LE(2) & long) === 0) return undefined;
  const segmentBytes = bytes.readUInt32LE(32);
  if (bytes.length !== segmentBytes) return undefined;
  return {
    ...{ system: String(bytes.readBigUInt64LE(24)), timeline: bytes.readUInt32LE(4), segmentBytes },
    at: bytes.readBigUInt64LE(8),
  };
}
