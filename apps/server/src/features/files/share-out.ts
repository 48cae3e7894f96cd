/** Divides a total so that small needs are met, and large ones get equal shares of the rest. */
export function shareOut(needs: readonly number[], total: number): number[] {
  const shares = needs.map(() => 0);
  let left = total;
  const smallestFirst = needs.map((need, n) => ({ need, n })).sort((a, b) => a.need - b.need);
  for (const [at, { need, n }] of smallestFirst.entries()) {
    const share = Math.min(need, Math.floor(left / (needs.length - at)));
    shares[n] = share;
    left -= share;
  }
  return shares;
}
