import assert from 'node:assert/strict';
import { createCipheriv, randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { computeMark, createSealer, Secrets } from './secrets.ts';

const [one, other] = ['a secret of the tests, long enough', 'another secret of the tests, as long'];
function sealed(secret: string, text: string): Buffer {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', new Secrets([secret]).keysFor('p').current(), iv);
  const body = Buffer.concat([cipher.update(text), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]);
}

test('the secret of a sealed value is looked up once, and again when no secret opens it', () => {
  const secrets = new Secrets([one]);
  let lookups = 0;
  const counting = {
    get marks() {
      return secrets.marks;
    },
    keysFor: (purpose: string) => {
      const keys = secrets.keysFor(purpose);
      const find = (mark: string): Buffer | undefined => {
        lookups += 1;
        return keys.find(mark);
      };
      return { ...keys, find };
    },
  };
  const sealer = createSealer(counting as unknown as Secrets, 'p');
  const [own, theirs] = [sealed(one, 'x'), sealed(other, 'y')];
  for (let n = 0; n < 3; n++) assert.equal(sealer.readMark(Buffer.from(own)), computeMark(one));
  assert.equal(lookups, 1);
  assert.equal(sealer.readMark(theirs), undefined);
  secrets.learn([other]);
  assert.equal(sealer.readMark(theirs), computeMark(other));
  assert.equal(sealer.open(theirs), 'y');
});
