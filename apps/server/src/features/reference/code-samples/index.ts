import type { Operation } from '@insignia/contract';
import { formatCurl } from './curl.ts';
import { formatJavascript } from './javascript.ts';
import { formatPhp } from './php.ts';
import { formatPython } from './python.ts';
import { createSample } from './sample.ts';

export type CodeSample = { lang: string; label: string; source: string };

/** Example requests of an operation in several languages, as `x-codeSamples`. */
export function codeSamples(operation: Operation, baseUrl: string): CodeSample[] {
  const sample = createSample(operation, baseUrl);
  return [
    { lang: 'shell', label: 'curl', source: formatCurl(sample) },
    { lang: 'javascript', label: 'JavaScript', source: formatJavascript(sample) },
    { lang: 'python', label: 'Python', source: formatPython(sample) },
    { lang: 'php', label: 'PHP', source: formatPhp(sample) },
  ];
}
