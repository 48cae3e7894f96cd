import { nouns, type Operation } from '@insignia/contract';
import { formatLiteral, type RequestSample, type SampleCaller } from './sample.ts';

const methods = new Map(
  Object.entries(nouns).flatMap(([noun, named]) =>
    Object.entries<Operation>(named).map(([name, { id }]) => [id, `${noun}.${name}`] as const),
  ),
);

const who: Record<SampleCaller, string> = {
  nobody: '',
  key: ', apiKey: process.env.INSIGNIA_KEY',
  person: ', token: process.env.INSIGNIA_JWT',
  // In a browser on the service's own pages.
  session: ', session: true',
};

/** Uses the SDK, or `fetch` for pages, which it has no method for. */
export function formatJavascript(sample: RequestSample): string {
  const { url, as, operation, isJson } = sample;
  const method = methods.get(operation.id);
  if (!method) return formatFetchCall(sample);
  const { origin } = new URL(url);
  const args = formatArguments(sample);
  const call = `insignia.${method}(${args ? formatLiteral('javascript', args) : ''})`;
  return [
    "import { createClient } from '@insignia/sdk';",
    '',
    `const insignia = createClient({ baseUrl: '${origin}'${who[as]} });`,
    '',
    `const result = await ${call};`,
    isJson
      ? 'console.log(result);'
      : "console.log(result.headers.get('content-type')); // its body is a stream",
  ].join('\n');
}

/** Path, query and body as one object for the SDK. */
function formatArguments({ path, body, operation }: RequestSample): object | undefined {
  const [filled = '', query = ''] = path.split('?');
  const values = filled.split('/');
  const inPath = operation.path
    .split('/')
    .flatMap((part, n) => (part.startsWith(':') ? [[part.slice(1), values[n]]] : []));
  const fields =
    operation.accepts && !operation.body
      ? body && { file: body.content }
      : (operation.examples?.body as object | undefined);
  const all = {
    ...Object.fromEntries(inPath),
    ...Object.fromEntries(new URLSearchParams(query)),
    ...fields,
  };
  return Object.keys(all).length > 0 ? all : undefined;
}

function formatFetchCall({ method, url, body }: RequestSample): string {
  const headers =
    body && `headers: ${formatLiteral('javascript', { 'Content-Type': body.type }, '  ')},\n`;
  const content =
    body && `  body: JSON.stringify(${formatLiteral('javascript', body.content, '  ')}),\n`;
  const options =
    method === 'GET'
      ? ''
      : `, {\n  method: '${method}',\n${headers ? `  ${headers}` : ''}${content ?? ''}}`;
  return [
    `const response = await fetch('${url}'${options});`,
    "console.log(response.status, response.headers.get('content-type'));",
  ].join('\n');
}
