import { formatLiteral, type RequestSample, type SampleCaller } from './sample.ts';

const who: Record<SampleCaller, string[]> = {
  nobody: [],
  key: ['"X-Api-Key": os.environ["INSIGNIA_KEY"]'],
  person: ['"Authorization": "Bearer " + os.environ["INSIGNIA_JWT"]'],
  session: ['"Cookie": "insignia.session_token=" + os.environ["INSIGNIA_SESSION"]'],
};

export function formatPython(sample: RequestSample): string {
  const { method, url, as, isJson } = sample;
  const options = listOptions(sample).map((option) => `    ${option},\n`);
  return [
    ...(as === 'nobody' ? [] : ['import os', '']),
    'import requests',
    '',
    `answer = requests.${method.toLowerCase()}(\n    ${formatLiteral('python', url)},\n${options.join('')})`,
    'answer.raise_for_status()',
    isJson ? 'print(answer.json())' : 'print(answer.headers["Content-Type"], len(answer.content))',
  ].join('\n');
}

function listOptions({ method, url, body, as, isFile }: RequestSample): string[] {
  const headers = [
    ...who[as],
    ...(as === 'session' && method !== 'GET' ? [`"Origin": "${new URL(url).origin}"`] : []),
    ...(body && isFile ? [`"Content-Type": "${body.type}"`] : []),
  ];
  return [
    ...(headers.length > 0 ? [`headers={${headers.join(', ')}}`] : []),
    ...(body
      ? [`${isFile ? 'data' : 'json'}=${formatLiteral('python', body.content, '    ')}`]
      : []),
  ];
}
