import { useState } from 'react';
import { useAction } from '../../shared/use-action.ts';
import { useUnmountedRef } from '../../shared/use-unmounted-ref.ts';
import type { BrandColorAndLogo } from './use-issuer-brand.ts';

export type TemplateBadgeContent = { title: string; issuer: string } & BrandColorAndLogo;
type OnDesignCreated = (designJson: string, image: string) => void;
type DrawnTemplate = { at: number; designJson: string; words: TemplateBadgeContent };

const isSame = (one: TemplateBadgeContent, other: TemplateBadgeContent): boolean =>
  one.title === other.title &&
  one.issuer === other.issuer &&
  one.color === other.color &&
  one.logo?.picture === other.logo?.picture;

/** Draws the next template with each click. The drawing code is loaded on the first. */
export function useTemplate(
  designJson: string,
  words: TemplateBadgeContent,
  made: OnDesignCreated,
) {
  const [drawn, setDrawn] = useState<DrawnTemplate>();
  const [isMissing, setMissing] = useState(false);
  const isUnmounted = useUnmountedRef();
  const isShown = drawn !== undefined && drawn.designJson === designJson;
  const isOld = isShown && !isSame(drawn.words, words);
  const drawing = useAction(async () => {
    const at = (drawn?.at ?? -1) + (isOld ? 0 : 1);
    const program = await import('./design/draw-template.ts').catch(() => undefined);
    if (!program) return setMissing(true);
    const { designJson: design, image } = await program.drawTemplate(at, words);
    // The form was closed meanwhile, so its draft must not be written again.
    if (isUnmounted.current) return;
    setDrawn({ at, designJson: design, words });
    made(design, image);
  });
  return { ...drawing, isShown, isOld, isMissing };
}
