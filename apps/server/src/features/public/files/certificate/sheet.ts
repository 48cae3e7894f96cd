import type { Brand } from '../../store.ts';

// ISO 216 and ANSI A, portrait, in millimeters.
const paperSizes = { a4: [210, 297], letter: [215.9, 279.4] } as const;

export function sheetSize({ paper, orientation }: Pick<Brand, 'paper' | 'orientation'>): {
  width: number;
  height: number;
} {
  const [short, long] = paperSizes[paper];
  return orientation === 'portrait'
    ? { width: short, height: long }
    : { width: long, height: short };
}
