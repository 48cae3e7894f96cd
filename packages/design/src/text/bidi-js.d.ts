declare module 'bidi-js' {
  export default function createBidi(): {
    /** Embedding level per UTF-16 unit (UAX #9). Odd levels run right to left. */
    getEmbeddingLevels(
      text: string,
      baseDirection?: 'ltr' | 'rtl' | 'auto',
    ): { levels: Uint8Array; paragraphs: { level: number }[] };
    getBidiCharTypeName(char: string): string;
  };
}
