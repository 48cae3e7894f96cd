import { literal } from './literals.ts';
import type { As, Sample } from './request.ts';

const who: Record<As, string[]> = {
  nobody: [],
  key: ['"X-Api-Key": os.environ["INSIGNIA_KEY"]'],
  person: ['"Authorization": "Bearer " + os.environ["INSIGNIA_JWT"]'],
  session: ['"Cookie": "insignia.session_token=" + os.environ["INSIGNIA_SESSION"]'],
};

export function python(sample: Sample): string {
  const { method, url, as, isJson } = sample;
  const options = optionsOf(sample).map((option) => `    ${option},\n`);
  return [
    ...(as === 'nobody' ? [] : ['import os', '']),
    'import requests',
    '',
    `answer = requests.${method.toLowerCase()}(\n    ${literal('python', url)},\n${options.join('')})`,
    'answer.raise_for_status()',
    isJson ? 'print(answer.json())' : 'print(answer.headers["Content-Type"], len(answer.content))',
  ].join('\n');
}

function optionsOf({ method, url, body, as, isFile }: Sample): string[] {
  const headers = [
    ...who[as],
    ...(as === 'session' && method !== 'GET' ? [`"Origin": "${new URL(url).origin}"`] : []),
    ...(body && isFile ? [`"Content-Type": "${body.type}"`] : []),
  ];
  return [
    ...(headers.length > 0 ? [`headers={${headers.join(', ')}}`] : []),
    ...(body ? [`${isFile ? 'data' : 'json'}=${literal('python', body.content, '    ')}`] : []),
  ];
}
