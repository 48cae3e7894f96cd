import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { createServiceClient, deleteLogin, loginFilePath, saveLogin } from '../settings.ts';
import type { Context } from '../terminal/output.ts';
import { CommandLineError, exitCodes, printResult } from '../terminal/output.ts';
import { parseServiceUrl, stripControlCharacters } from '../terminal/rules.ts';

export function addLogin({ program, output, signal }: Context): void {
  program
    .command('login')
    .description('save the URL of a service and your API key')
    .argument('<url>', 'URL of the service, such as https://badges.example.org')
    .addHelpText(
      'after',
      `
Create a key in the dashboard under "API keys". Enter it when asked, or pass it on standard input. It's saved
in ${loginFilePath()}, readable only by you. INSIGNIA_URL and INSIGNIA_API_KEY take precedence.

Example:
  insignia login https://badges.example.org < key.txt`,
    )
    .action(async (address: string) => {
      const url = parseServiceUrl(address);
      if (!url) throw new CommandLineError(`not a URL: ${address}`, exitCodes.refused);
      const key = process.stdin.isTTY
        ? await promptSecret(`API key for ${url}: `, signal)
        : (await text(process.stdin)).trim();
      if (!key) throw new CommandLineError('no API key entered', exitCodes.refused);
      const { name, role } = await createServiceClient(url, key).account.get({}, { signal });
      await saveLogin({ url, key });
      printResult(output(), { url, name, role }, [
        `Signed in to ${url}: ${stripControlCharacters(name)}`,
      ]);
    });
  program
    .command('logout')
    .description('delete the saved URL and API key')
    .action(async () => {
      await deleteLogin();
      printResult(output(), { loggedOut: true }, ['Signed out']);
    });
}

/** Prompts without echo. */
async function promptSecret(question: string, signal: AbortSignal): Promise<string> {
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
