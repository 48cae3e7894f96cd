import type { Digest, HashName, SelectiveDisclosure } from '@insignia/openbadges/v3/verify';

export type Json = Record<string, unknown>;

/**
 * Work for the verifier's threads: anything about a stranger's document that costs more than a few
 * milliseconds.
 */
export type VerifierJob = DocumentJob | { kind: 'pdf'; bytes: Uint8Array };

export type DocumentJob =
  | { kind: 'hash'; document: Json; hash: HashName }
  | { kind: 'disclose'; document: Json; proof: Json }
  /** A document, or a picture with a document baked into it. */
  | { kind: 'file'; bytes: Uint8Array }
  | { kind: 'picture'; bytes: Uint8Array };

export type VerifierJobOfKind<Kind extends VerifierJob['kind']> = Extract<
  VerifierJob,
  { kind: Kind }
>;

/** Text of a file. `error` explains to people why the file can't be read. */
export type FileText = { text: string | undefined } | { error: string };

/**
 * `text` has the form of `toComparableText`. `seal` is what an issuer signed about the file, and the hash of
 * the file without it.
 */
export type PdfDocument = {
  credential: string;
  text: string;
  seal?: { jwt: string; hash: string };
};
export type PdfError =
  | 'without_credential'
  | 'several_credentials'
  | 'encrypted'
  | 'damaged'
  | 'too_complex'
  | 'with_picture';
export type PdfContent = PdfDocument | { error: PdfError };

export type JobResult =
  | { result: Digest | SelectiveDisclosure | FileText | PdfContent; isOver?: never }
  /** The job used its budget of CPU time and was ended. */
  | { isOver: true; result?: never };
export type JobReply = JobResult & { cpuMs: number };

const MS_PER_VALUE = 0.06;
const MS_PER_KIB_OF_XML = 0.15;
const MIN_MS = 5;
/** Nothing about a PDF shows what it costs. Cheaper documents go before it. */
const MS_PER_PDF = 150;
const PNG_START = 0x89;

/**
 * Estimates CPU time. Use it only for ordering, because documents can be made to take far longer.
 */
export function estimateMs(job: VerifierJob): number {
  if ('document' in job) return MIN_MS + countValues(job.document) * MS_PER_VALUE;
  if (job.kind === 'pdf') return MS_PER_PDF;
  const { bytes } = job;
  return bytes[0] === PNG_START ? MIN_MS : MIN_MS + (bytes.length / 1_024) * MS_PER_KIB_OF_XML;
}

function countValues(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce((sum: number, each) => sum + countValues(each), 1);
}
