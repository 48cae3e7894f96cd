import type { CredentialDetails } from '@insignia/contract';
import type { CredentialColumns } from './issue-store.ts';
import { fold } from './rules.ts';

/** Times in epoch milliseconds. Dates are also kept as given, because the event repeats them. */
export type CredentialInput = {
  name: string;
  email: string;
  dates: { issuedOn: number; expires: number | undefined };
  given: { issuedOn: string; expires: string | null };
  details: CredentialDetails | null;
};

export function toCredentialColumns({
  name,
  email,
  dates,
  given,
  details,
}: CredentialInput): CredentialColumns {
  return {
    name,
    email,
    nameSearch: fold(name),
    emailSearch: fold(email),
    issuedOn: new Date(dates.issuedOn),
    expires: dates.expires === undefined ? null : new Date(dates.expires),
    given,
    details: details && JSON.stringify(details),
  };
}
