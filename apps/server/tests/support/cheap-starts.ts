// Saves CPU in the tests' own process. Processes that tests start are as users have them.
import crypto from 'node:crypto';
import files from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { fileURLToPath } from 'node:url';

type Scrypt = (
  password: crypto.BinaryLike,
  salt: crypto.BinaryLike,
  length: number,
  options: crypto.ScryptOptions,
  done: (error: Error | null, key: Buffer) => void,
) => void;

// Thousands of sign-ups and sign-ins would take 75 ms each.
const { scrypt } = crypto;
const cheap: Scrypt = (password, salt, length, options, done) =>
  scrypt(password, salt, length, { ...options, N: 2 }, done);
crypto.scrypt = cheap as typeof scrypt;

// Each start reads hundreds of files of the program, with a third of its CPU.
const { readFile } = files;
const apps = fileURLToPath(new URL('../../../', import.meta.url));
const unchanging = /^(?:server\/(?:migrations|sql\/functions)|dashboard\/dist\/[^/]+)\/./;
const isUnchanging = (path: string): boolean =>
  path.startsWith(apps) && unchanging.test(path.slice(apps.length));
const known = new Map<string, Promise<Buffer>>();
const readOnce = async (path: string, encoding?: BufferEncoding): Promise<Buffer | string> => {
  const content = known.get(path) ?? readFile(path);
  known.set(path, content);
  return encoding ? (await content).toString(encoding) : content;
};
files.readFile = ((...call: Parameters<typeof readFile>) => {
  const [path, encoding] = call;
  const isPlain = encoding === undefined || typeof encoding === 'string';
  return typeof path === 'string' && isPlain && isUnchanging(path)
    ? readOnce(path, encoding)
    : readFile(...call);
}) as typeof readFile;
syncBuiltinESMExports();
