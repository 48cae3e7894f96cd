import { useComputedColorScheme } from '@mantine/core';
import { useMemo } from 'react';

const tokens = {
  accent: '--accent',
  paper: '--sheet',
  check: '--well',
  desk: '--desk',
  guide: '--bad',
} as const;

/** Token values for the canvas, which can't read style sheets. */
export function useColors(): Record<keyof typeof tokens, string> {
  const scheme = useComputedColorScheme();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each scheme has its own
  return useMemo(() => {
    const probe = document.body.appendChild(document.createElement('i'));
    const read = (token: string) => {
      probe.style.color = `var(${token})`;
      return getComputedStyle(probe).color;
    };
    const entries = Object.entries(tokens).map(([name, token]) => [name, read(token)]);
    probe.remove();
    return Object.fromEntries(entries);
  }, [scheme]);
}
