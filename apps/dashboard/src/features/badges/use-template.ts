import { useState } from 'react';
import { useAct } from '../../shared/use-act.ts';
import { useLeft } from '../../shared/use-left.ts';
import type { BrandFacts } from './use-brand-of.ts';

export type BadgeWords = { title: string; issuer: string } & BrandFacts;
type Made = (designJson: string, image: string) => void;
type Drawn = { at: number; designJson: string; words: BadgeWords };

const isSame = (one: BadgeWords, other: BadgeWords): boolean =>
  one.title === other.title &&
  one.issuer === other.issuer &&
  one.color === other.color &&
  one.logo?.picture === other.logo?.picture;

/** Renders the next template with each click. Loaded lazily. */
export function useTemplate(designJson: string, words: BadgeWords, made: Made) {
  const [drawn, setDrawn] = useState<Drawn>();
  const [isMissing, setMissing] = useState(false);
  const isLeft = useLeft();
  const isShown = drawn !== undefined && drawn.designJson === designJson;
  const isOld = isShown && !isSame(drawn.words, words);
  const drawing = useAct(async () => {
    const at = (drawn?.at ?? -1) + (isOld ? 0 : 1);
    const program = await import('./design/draw-template.ts').catch(() => undefined);
    if (!program) return setMissing(true);
    const { designJson: design, image } = await program.drawTemplate(at, words);
    // The form was left, so no draft is kept.
    if (isLeft.current) return;
    setDrawn({ at, designJson: design, words });
    made(design, image);
  });
  return { ...drawing, isShown, isOld, isMissing };
}
