import { storedForms } from '@insignia/contract';
import { toAddressKey } from '../../kernel/address-key.ts';
import { sha256 } from '../../platform/secrets/crypto.ts';

// better-auth accepts only ASCII addresses. Other addresses get an ASCII alias, which is decoded to find the user.
const domain = '@address.invalid';
const linkDomain = '.link.invalid';
const codeDomain = '.code.invalid';
const isAlias = (address: string): boolean =>
  [domain, linkDomain, codeDomain].some((each) => address.toLowerCase().endsWith(each));

/** Returns an address that better-auth accepts. An alias that a user typed gets an alias of its own, so it names nobody else. */
export function toAlias(address: string): string {
  // better-auth compares addresses in lower case.
  if (!/[^\x20-\x7e]/.test(address) && !isAlias(address)) return address;
  return Buffer.from(address).toString('hex') + domain;
}

/**
 * Another alias of the user with this primary address, so that wrong codes don't void the link in an
 * email. Each address it is sent to has its own: requests for one must not void the link of another.
 */
export const toLinkAlias = (primary: string, to: string): string =>
  createAlias(primary, to, linkDomain);

/**
 * Alias of the code that is sent to an address key: the primary address, or else one that contains both. So a
 * code signs in only with the address that it was sent to, and others can't find out by trying codes
 * which addresses have the same user.
 */
export function toCodeAlias(primary: string, to: string): string {
  const other = createAlias(primary, to, codeDomain);
  return toAddressKey(primary) === to ? toAlias(primary) : other;
}

function createAlias(primary: string, to: string, suffix: string): string {
  const label = sha256(to).toString('hex').slice(0, 32);
  return `${Buffer.from(primary).toString('hex')}@${label}${suffix}`;
}

type Adapter<R> = {
  findUserByEmail: (email: string, options?: { includeAccounts: boolean }) => Promise<R | null>;
  findAccounts: (userId: string) => Promise<unknown>;
};

const NOBODY = '00000000-0000-0000-0000-000000000000';

/**
 * Finds users by their address in each form in which it may be stored. Unknown addresses take the same
 * statements, so that the time of a sign-in doesn't reveal them.
 */
export function findByAlias<R>(adapter: Adapter<R>): void {
  const find = adapter.findUserByEmail;
  adapter.findUserByEmail = async (email, options) => {
    let first: R | null = null;
    for (const form of storedForms(fromAlias(email))) {
      const found = await find(form, options);
      if (!found && options?.includeAccounts) await adapter.findAccounts(NOBODY);
      first ??= found;
    }
    return first;
  };
}

/** Decodes an alias; returns other addresses unchanged. */
export function fromAlias(email: string): string {
  if (!isAlias(email)) return email;
  return Buffer.from(email.slice(0, email.lastIndexOf('@')), 'hex').toString();
}
