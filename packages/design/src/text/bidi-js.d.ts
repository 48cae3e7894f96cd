declare module 'bidi-js' {
  export default function createBidi(): {
    /** Of each UTF-16 unit its embedding level (UAX #9): odd ones go from right to left. */
    getEmbeddingLevels(
      text: string,
      baseDirection?: 'ltr' | 'rtl' | 'auto',
    ): { levels: Uint8Array; paragraphs: { level: number }[] };
    getBidiCharTypeName(char: string): string;
  };
}
