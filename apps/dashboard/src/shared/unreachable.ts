import { holdersLimit } from '@insignia/contract';
import { useQuery } from '@tanstack/react-query';
import { type AccountContextValue, useAccount } from './account.ts';
import { idFromUrl } from './random-id.ts';

/** Returns the addresses that get no email, because they unsubscribed, bounced or complained. */
export async function findUnreachable(
  { api }: AccountContextValue,
  badgeId: string,
  emails: readonly string[],
  signal?: AbortSignal,
): Promise<Set<string>> {
  const found: string[] = [];
  for (let from = 0; from < emails.length; from += holdersLimit) {
    const some = emails.slice(from, from + holdersLimit);
    const { notEmailed } = await api.badges.holders(
      { badgeId: idFromUrl(badgeId), emails: some },
      { ...(signal && { signal }) },
    );
    found.push(...notEmailed);
  }
  return new Set(found);
}

/** True once it is known that this address gets no email. An empty address isn't asked about. */
export function useIsUnreachable(badgeId: string, email: string): boolean {
  const here = useAccount();
  const { data } = useQuery({
    queryKey: [here.accountId, 'credentials', 'unreachable', badgeId, email],
    queryFn: ({ signal }) => findUnreachable(here, badgeId, [email], signal),
    enabled: badgeId !== '' && /.@./.test(email),
    staleTime: 0,
  });
  return data?.has(email) ?? false;
}
