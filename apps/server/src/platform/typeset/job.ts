/** Pixels of a picture. */
export type PictureSize = { width: number; height: number };

/**
 * `id` identifies the bytes, such as their hash. A color JPG with `jpegSize` goes into a PDF
 * unchanged. The template gets one white pixel in its place and stretches it, because Typst would
 * decode the picture for each document.
 */
export type JobFile = { id: string; bytes: Uint8Array; jpegSize?: PictureSize };

/** A template with its data. */
export type TypesetJob = {
  /** Path of a .typ file. Files it imports are next to it. */
  template: string;
  /** JSON that the template reads as `data.json`, so none of it is parsed as markup. */
  data: string;
  /** Pictures by the names that the template uses. */
  files: Record<string, JobFile>;
  format: 'pdf' | 'svg';
};

/** `warning`: rendered, but with missing glyphs. */
export type TypesetResult = { bytes: Uint8Array; warning?: string } | { error: string };
