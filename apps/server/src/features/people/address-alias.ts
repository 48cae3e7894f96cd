import { storedForms } from '@insignia/contract';

// better-auth accepts only ASCII addresses. Other addresses get an ASCII alias, which is decoded to find the user.
const domain = '@address.invalid';

/** Returns an address that better-auth accepts. An alias that a user typed gets an alias of its own, so it names nobody else. */
export function toAlias(address: string): string {
  // better-auth compares addresses in lower case.
  if (!/[^\x20-\x7e]/.test(address) && !address.toLowerCase().endsWith(domain)) return address;
  return Buffer.from(address).toString('hex') + domain;
}

type Adapter<A extends unknown[], R> = {
  findUserByEmail: (email: string, ...more: A) => Promise<R>;
};

/** Finds users by their address in each form in which it may be stored. */
export function findByAlias<A extends unknown[], R>(adapter: Adapter<A, R | null>): void {
  const find = adapter.findUserByEmail;
  adapter.findUserByEmail = async (email, ...more) => {
    for (const form of storedForms(fromAlias(email))) {
      const found = await find(form, ...more);
      if (found) return found;
    }
    return null;
  };
}

/** Decodes an alias; returns other addresses unchanged. */
export function fromAlias(email: string): string {
  if (!email.endsWith(domain)) return email;
  return Buffer.from(email.slice(0, -domain.length), 'hex').toString();
}
