import { execFile } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

/** The oldest Node the SDK supports, if installed. PATH finds the repository's first. */
export async function findNode20(): Promise<string | undefined> {
  for (const directory of new Set((process.env.PATH ?? '').split(delimiter))) {
    const program = join(directory, process.platform === 'win32' ? 'node.exe' : 'node');
    const { stdout } = await promisify(execFile)(program, ['--version']).catch(() => ({
      stdout: '',
    }));
    if (stdout.startsWith('v20.')) return program;
  }
  return undefined;
}
