// Runs commands of `insignia` one after another, each with its own environment, folder and streams.
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { Readable } from 'node:stream';
import type { Command, ProcessResult } from './insignia.ts';

type KeyCallback = (error: Error | null, key: Buffer) => void;

// Archives that a test alters share a salt. Deriving a key costs half a second of CPU.
const { scrypt } = crypto;
const keys = new Map<string, Buffer>();
const deriveOnce = (
  password: string,
  salt: Buffer,
  length: number,
  options: object,
  done: KeyCallback,
) => {
  const inputs = JSON.stringify([password, salt, length, options]);
  const known = keys.get(inputs);
  if (known) return void setImmediate(done, null, known);
  scrypt(password, salt, length, options, (error, key) => {
    if (!error) keys.set(inputs, key);
    done(error, key);
  });
};
crypto.scrypt = deriveOnce as typeof scrypt;
syncBuiltinESMExports();

const [, , program = ''] = process.argv;
const { main } = await import(program);
// Each command listens to signals until its process ends.
process.setMaxListeners(0);
const output = { out: '', err: '' };
capture(process.stdout, 'out');
capture(process.stderr, 'err');

function capture(stream: NodeJS.WriteStream, name: keyof typeof output): void {
  stream.write = (chunk: string | Uint8Array, ...more: unknown[]): boolean => {
    output[name] += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString();
    const done = more.at(-1);
    if (typeof done === 'function') done();
    return true;
  };
}

process.on('message', async ({ home, args, env, input }: Command) => {
  Object.assign(output, { out: '', err: '' });
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, env);
  process.chdir(home);
  Object.defineProperty(process, 'stdin', {
    value: Readable.from(Buffer.from(input)),
    configurable: true,
  });
  const code = await main(args);
  process.send?.({ code, ...output } satisfies ProcessResult);
});
process.once('disconnect', () => process.exit());
