import type { CredentialDetails } from '@insignia/contract';
import type { CredentialColumns } from './issue-store.ts';
import { fold } from './rules.ts';

/** One credential to issue: times in epoch milliseconds, and dates as they were given, which its event repeats. */
export type CredentialInput = {
  name: string;
  email: string;
  dates: { issuedOn: number; expires: number | undefined };
  given: { issuedOn: string; expires: string | null };
  details: CredentialDetails | null;
};

/** As it is stored. */
export function columnsOf({
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
