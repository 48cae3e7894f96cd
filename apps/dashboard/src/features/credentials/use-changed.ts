import { useQueryClient } from '@tanstack/react-query';
import { useHere } from '../../shared/account.ts';

/** Refetches everything about a credential. */
export function useChanged(credentialId: string): () => Promise<void> {
  const { accountId } = useHere();
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: [accountId, 'credential', credentialId] });
}
