import { getExampleParam, type Operation } from '@insignia/contract';

export type CodeSample = { lang: string; label: string; source: string };

/** These operations concern the session itself, so that a JWT isn't accepted. */
const sessionOperations = ['getToken', 'changePassword', 'signOut', 'deleteAccount'];

/** The operation's example as a call of the SDK. The viewer makes the samples of other clients. */
export function createSdkSample(operation: Operation, baseUrl: string): CodeSample | undefined {
  const { noun, reply, answers } = operation;
  if (typeof noun !== 'string') return undefined;
  const values = collectArguments(operation);
  const call = `insignia.${noun}(${Object.keys(values).length > 0 ? formatLiteral(values) : ''})`;
  const lines = [
    "import { createClient } from '@insignia/sdk';",
    '',
    `const insignia = createClient({ baseUrl: '${new URL(baseUrl).origin}'${chooseAuthentication(operation)} });`,
    '',
    `const result = await ${call};`,
    reply || answers
      ? 'console.log(result);'
      : "console.log(result.headers.get('content-type')); // its body is a stream",
  ];
  return { lang: 'javascript', label: 'SDK', source: lines.join('\n') };
}

function chooseAuthentication({ id, access }: Operation): string {
  // In a browser, on the service's own pages.
  if (sessionOperations.includes(id)) return ', session: true';
  if (access === 'public') return '';
  return access.who === 'person' || access.personOnly
    ? ', token: process.env.INSIGNIA_JWT'
    : ', apiKey: process.env.INSIGNIA_API_KEY';
}

/** Path, query and body, which the SDK takes as one object. */
function collectArguments({ path, accepts, body, examples }: Operation): object {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  const content = examples?.body as object | string | undefined;
  return {
    ...Object.fromEntries(names.map((name) => [name, getExampleParam(path, name)])),
    ...Object.fromEntries(new URLSearchParams(examples?.query)),
    ...(accepts && !body ? content && { file: content } : (content as object | undefined)),
  };
}

/** A value as JavaScript, one member per line. */
function formatLiteral(value: unknown, indent = ''): string {
  if (typeof value === 'string')
    return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`;
  if (typeof value !== 'object' || value === null) return String(value);
  const inner = `${indent}  `;
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  const members = Array.isArray(value)
    ? value.map((each) => formatLiteral(each, inner))
    : Object.entries(value).map(([name, each]) => {
        const key = /^\w+$/.test(name) ? name : formatLiteral(name);
        return `${key}: ${formatLiteral(each, inner)}`;
      });
  if (members.length === 0) return `${open}${close}`;
  return `${open}\n${members.map((line) => `${inner}${line},\n`).join('')}${indent}${close}`;
}
