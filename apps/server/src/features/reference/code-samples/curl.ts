import type { As, Sample } from './request.ts';

const who: Record<As, string[]> = {
  nobody: [],
  key: ['-H "X-Api-Key: $INSIGNIA_KEY"'],
  person: ['-H "Authorization: Bearer $INSIGNIA_JWT"'],
  session: ['-b "insignia.session_token=$INSIGNIA_SESSION"'],
};

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

export function curl({ method, url, body, as, isFile, isJson }: Sample): string {
  const origin = as === 'session' && method !== 'GET';
  const parts = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quoted(url)}`,
    ...who[as],
    ...(origin ? [`-H ${quoted(`Origin: ${new URL(url).origin}`)}`] : []),
    ...(body ? [`-H ${quoted(`Content-Type: ${body.type}`)}`] : []),
    ...(body && isFile ? [`--data-binary ${quoted(String(body.content))}`] : []),
    ...(body && !isFile ? [`-d ${quoted(JSON.stringify(body.content, undefined, 2))}`] : []),
    ...(isJson ? [] : [`-o ${nameOf(url)}`]),
  ];
  return parts.join(' \\\n  ');
}

function nameOf(url: string): string {
  const last = new URL(url).pathname.split('/').at(-1) ?? '';
  if (last === 'pdf') return 'certificate.pdf';
  return /\.\w+$/.test(last) ? last : 'answer.html';
}
