import { useQueryClient } from '@tanstack/react-query';
import { useAccount } from '../../shared/account.ts';

/** Refetches everything about a credential. */
export function useInvalidateCredential(credentialId: string): () => Promise<void> {
  const { accountId } = useAccount();
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: [accountId, 'credential', credentialId] });
}
