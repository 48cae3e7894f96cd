// Passwords are hashed as they are everywhere, but with a cost that leaves a test's time to what it tests: each of some
// thousand sign-ups, confirmations and sign-ins would take 75 ms of the processor. Processes that tests start pay the whole.
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
