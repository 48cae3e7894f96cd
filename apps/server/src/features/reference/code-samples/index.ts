import type { Operation } from '@insignia/contract';
import { curl } from './curl.ts';
import { javascript } from './javascript.ts';
import { php } from './php.ts';
import { python } from './python.ts';
import { sampleOf } from './request.ts';

export type CodeSample = { lang: string; label: string; source: string };

/** Example requests of an operation in several languages, as `x-codeSamples`. */
export function codeSamples(operation: Operation, baseUrl: string): CodeSample[] {
  const sample = sampleOf(operation, baseUrl);
  return [
    { lang: 'shell', label: 'curl', source: curl(sample) },
    { lang: 'javascript', label: 'JavaScript', source: javascript(sample) },
    { lang: 'python', label: 'Python', source: python(sample) },
    { lang: 'php', label: 'PHP', source: php(sample) },
  ];
}
