import type { Operation } from '@insignia/contract';
import { formatJavascript } from './javascript.ts';
import { createSample, formatLiteral, type RequestSample, type SampleCaller } from './sample.ts';

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

const curlAuthentication: Record<SampleCaller, string[]> = {
  nobody: [],
  key: ['-H "X-Api-Key: $INSIGNIA_KEY"'],
  person: ['-H "Authorization: Bearer $INSIGNIA_JWT"'],
  session: ['-b "insignia.session_token=$INSIGNIA_SESSION"'],
};

const quoteForShell = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

function formatCurl({ method, url, body, as, isFile, isJson }: RequestSample): string {
  const origin = as === 'session' && method !== 'GET';
  const parts = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quoteForShell(url)}`,
    ...curlAuthentication[as],
    ...(origin ? [`-H ${quoteForShell(`Origin: ${new URL(url).origin}`)}`] : []),
    ...(body ? [`-H ${quoteForShell(`Content-Type: ${body.type}`)}`] : []),
    ...(body && isFile ? [`--data-binary ${quoteForShell(String(body.content))}`] : []),
    ...(body && !isFile ? [`-d ${quoteForShell(JSON.stringify(body.content, undefined, 2))}`] : []),
    ...(isJson ? [] : [`-o ${outputFileName(url)}`]),
  ];
  return parts.join(' \\\n  ');
}

function outputFileName(url: string): string {
  const last = new URL(url).pathname.split('/').at(-1) ?? '';
  if (last === 'pdf') return 'certificate.pdf';
  return /\.\w+$/.test(last) ? last : 'answer.html';
}

const pythonAuthentication: Record<SampleCaller, string[]> = {
  nobody: [],
  key: ['"X-Api-Key": os.environ["INSIGNIA_KEY"]'],
  person: ['"Authorization": "Bearer " + os.environ["INSIGNIA_JWT"]'],
  session: ['"Cookie": "insignia.session_token=" + os.environ["INSIGNIA_SESSION"]'],
};

function formatPython(sample: RequestSample): string {
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
    ...pythonAuthentication[as],
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

const phpAuthentication: Record<SampleCaller, string[]> = {
  nobody: [],
  key: ['"X-Api-Key: " . getenv("INSIGNIA_KEY")'],
  person: ['"Authorization: Bearer " . getenv("INSIGNIA_JWT")'],
  session: ['"Cookie: insignia.session_token=" . getenv("INSIGNIA_SESSION")'],
};

function formatPhp({ method, url, body, as, isFile }: RequestSample): string {
  const headers = [
    ...phpAuthentication[as],
    ...(as === 'session' && method !== 'GET' ? [`"Origin: ${new URL(url).origin}"`] : []),
    ...(body ? [`"Content-Type: ${body.type}"`] : []),
  ];
  const content = body && formatLiteral('php', body.content, '    ');
  const options = [
    'CURLOPT_RETURNTRANSFER => true',
    ...(method === 'GET' ? [] : [`CURLOPT_CUSTOMREQUEST => "${method}"`]),
    ...(headers.length > 0
      ? [
          `CURLOPT_HTTPHEADER => [\n${headers.map((header) => `        ${header},\n`).join('')}    ]`,
        ]
      : []),
    ...(content ? [`CURLOPT_POSTFIELDS => ${isFile ? content : `json_encode(${content})`}`] : []),
  ];
  return [
    '<?php',
    `$request = curl_init(${formatLiteral('php', url)});`,
    `curl_setopt_array($request, [\n${options.map((option) => `    ${option},\n`).join('')}]);`,
    '$answer = curl_exec($request);',
    'echo curl_getinfo($request, CURLINFO_RESPONSE_CODE), " ", $answer;',
  ].join('\n');
}
