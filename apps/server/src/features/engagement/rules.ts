import type { EngagementEvent } from '@insignia/contract';

export type Counted = { kind: string; network: string; count: number };
export type Stats = {
  views: number;
  shares: Record<string, number>;
  downloads: number;
  linkedin_adds: number;
};

/** Only a share has a network; a share without one counts in none (decisions, "Engagement"). */
export function networkOf({ kind, network }: EngagementEvent): string {
  return kind === 'share' ? (network ?? '') : '';
}

export function statsOf(counted: Counted[]): Stats {
  const total = (kind: string): number =>
    counted.filter((row) => row.kind === kind).reduce((sum, { count }) => sum + count, 0);
  const shares = counted.filter(({ kind, network }) => kind === 'share' && network !== '');
  return {
    views: total('view'),
    shares: Object.fromEntries(shares.map(({ network, count }) => [network, count])),
    downloads: total('download'),
    linkedin_adds: total('linkedin_add'),
  };
}
