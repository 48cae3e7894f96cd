import { formatLiteral, type RequestSample, type SampleCaller } from './sample.ts';

const who: Record<SampleCaller, string[]> = {
  nobody: [],
  key: ['"X-Api-Key: " . getenv("INSIGNIA_KEY")'],
  person: ['"Authorization: Bearer " . getenv("INSIGNIA_JWT")'],
  session: ['"Cookie: insignia.session_token=" . getenv("INSIGNIA_SESSION")'],
};

export function formatPhp({ method, url, body, as, isFile }: RequestSample): string {
  const headers = [
    ...who[as],
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
