import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Context } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import { CommandFailed, tell } from '../output.ts';
import { plain, serviceUrl } from '../rules.ts';
import { clientOf, forgetLogin, keepLogin, settingsFile } from '../settings.ts';

export function addLogin({ program, output, signal }: Context): void {
  program
    .command('login')
    .description('keep the address of a service and an API key of yours')
    .argument('<url>', 'where the service is, such as https://badges.example.org')
    .addHelpText(
      'after',
      `
The key is asked for, or read from standard input; make one in the dashboard, "API keys". It is kept
in ${settingsFile()}, for you alone. INSIGNIA_URL and INSIGNIA_API_KEY go before it.

Example:
  insignia login https://badges.example.org < key.txt`,
    )
    .action(async (address: string) => {
      const url = serviceUrl(address);
      if (!url) throw new CommandFailed(`this is no address: ${address}`, exitCodes.refused);
      const key = process.stdin.isTTY
        ? await askSecretly(`API key for ${url}: `, signal)
        : (await text(process.stdin)).trim();
      if (!key) throw new CommandFailed('no key was given', exitCodes.refused);
      const { name, role } = await clientOf(url, key).account.get({}, { signal });
      await keepLogin({ url, key });
      tell(output(), { url, name, role }, [`Logged in to ${url}: ${plain(name)}`]);
    });
  program
    .command('logout')
    .description('forget both')
    .action(async () => {
      await forgetLogin();
      tell(output(), { loggedOut: true }, ['Logged out']);
    });
}

/** Prompts without echo. */
async function askSecretly(question: string, signal: AbortSignal): Promise<string> {
  process.stderr.write(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: silent, terminal: true });
  try {
    return (await lines.question('', { signal })).trim();
  } finally {
    lines.close();
    process.stderr.write('\n');
  }
}
