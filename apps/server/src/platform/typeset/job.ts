/** `id`: what tells it from all others, such as its hash; under one id there are always the same bytes. */
export type JobFile = { id: string; bytes: Uint8Array };

/** A template and what to put into it. */
export type Job = {
  /** Path of a .typ file; files that it reads lie beside it. */
  template: string;
  /** JSON, all that is put in, which the template reads as `data.json`: nothing of it is read as markup. */
  data: string;
  /** Pictures, by the name under which the template asks for them. */
  files: Record<string, JobFile>;
  format: 'pdf' | 'svg';
};

/** `warning`: it is there, but not all of its letters. */
export type Result = { bytes: Uint8Array; warning?: string } | { error: string };
