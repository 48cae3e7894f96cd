import type { RequestSample, SampleCaller } from './sample.ts';

const who: Record<SampleCaller, string[]> = {
  nobody: [],
  key: ['-H "X-Api-Key: $INSIGNIA_KEY"'],
  person: ['-H "Authorization: Bearer $INSIGNIA_JWT"'],
  session: ['-b "insignia.session_token=$INSIGNIA_SESSION"'],
};

const quoteForShell = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

export function formatCurl({ method, url, body, as, isFile, isJson }: RequestSample): string {
  const origin = as === 'session' && method !== 'GET';
  const parts = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quoteForShell(url)}`,
    ...who[as],
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
