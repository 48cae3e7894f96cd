import { spawn } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import PostalMime from 'postal-mime';

export type Place = { url: string; port: number; dataDir: string };

/** Starts the service of a checkout, and returns a function that stops it. */
export async function startCheckout(
  checkout: string,
  { url, port, dataDir }: Place,
): Promise<() => Promise<void>> {
  const child = spawn(process.execPath, ['apps/server/boot.mjs'], {
    cwd: checkout,
    env: {
      ...process.env,
      PORT: String(port),
      BASE_URL: url,
      DATA_DIR: dataDir,
      DEFAULT_PLAN: 'unlimited',
      RATE_LIMIT: 'off',
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = new Promise<void>((done) => child.once('exit', () => done()));
  for (const end = Date.now() + 120_000; ; await sleep(200)) {
    const ready = await fetch(`${url}/readyz`).catch(() => undefined);
    if (ready?.ok) break;
    if (Date.now() > end || child.exitCode !== null) throw new Error(`${checkout} did not start`);
  }
  return async () => {
    child.kill('SIGTERM');
    await ended;
  };
}

/** Sends a POST and returns the reply without its envelope. */
export async function post(
  { url }: Place,
  path: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<Record<string, string>> {
  const isWrapped = !/^\/(?:api\/auth|webhooks)\b/.test(path);
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(isWrapped ? { parameters: body } : body),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  const reply = await response.json();
  return reply.info ?? reply;
}

/** Signs up a user who confirms the address, and returns the session's cookie. */
export async function signUp(place: Place, email: string): Promise<string> {
  const password = 'a good long one 7';
  await post(place, '/api/auth/sign-up/email', { name: 'Olga Owner', email, password });
  const confirmed = await fetch(`${place.url}/api/auth/confirm`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token: await readToken(place, email), password }),
  });
  return confirmed.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
}

async function readToken({ dataDir }: Place, address: string): Promise<string> {
  const folder = join(dataDir, 'mail');
  for (const end = Date.now() + 60_000; Date.now() < end; await sleep(100))
    for (const name of await readdir(folder).catch(() => [])) {
      const email = await PostalMime.parse(await readFile(join(folder, name)));
      if (email.to?.[0]?.address !== address) continue;
      const token = /confirm-email\?token=([\w-]+)/.exec(email.text ?? '')?.[1];
      if (token) return token;
    }
  throw new Error(`no email to ${address}`);
}
