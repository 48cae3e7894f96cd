// better-auth takes ASCII addresses only. It gets an alias of any other one, and looks people up by what the alias names.
const domain = '@address.invalid';

/** An address as better-auth takes it. Nothing else becomes an alias: one that a user typed gets an alias of its own. */
export function toAlias(address: string): string {
  if (!/[^\x20-\x7e]/.test(address) && !address.endsWith(domain)) return address;
  return Buffer.from(address).toString('hex') + domain;
}

type Adapter<A extends unknown[], R> = { findUserByEmail: (email: string, ...more: A) => R };

export function findByAlias<A extends unknown[], R>(adapter: Adapter<A, R>): void {
  const find = adapter.findUserByEmail;
  adapter.findUserByEmail = (email, ...more) => find(fromAlias(email), ...more);
}

function fromAlias(email: string): string {
  if (!email.endsWith(domain)) return email;
  return Buffer.from(email.slice(0, -domain.length), 'hex').toString();
}
