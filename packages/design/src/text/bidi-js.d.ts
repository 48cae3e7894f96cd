declare module 'bidi-js' {
  /** Of each UTF-16 unit its embedding level (UAX #9): odd ones go from right to left. */
  export default function createBidi(): {
    getEmbeddingLevels(text: string): { levels: Uint8Array; paragraphs: { level: number }[] };
  };
}
