// Hashes passwords at low cost, because thousands of sign-ups and sign-ins would take 75 ms of CPU
// each. Processes started by tests use the full cost.
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

type Scrypt = (
  password: crypto.BinaryLike,
  salt: crypto.BinaryLike,
  length: number,
  options: crypto.ScryptOptions,
  done: (error: Error | null, key: Buffer) => void,
) => void;

const { scrypt } = crypto;
const cheap: Scrypt = (password, salt, length, options, done) =>
  scrypt(password, salt, length, { ...options, N: 2 }, done);
crypto.scrypt = cheap as typeof scrypt;
syncBuiltinESMExports();
