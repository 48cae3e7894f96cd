import type { Drawing } from '@insignia/design';
import type { Pictures } from '@insignia/design/canvas';

import { useEffect, useRef } from 'react';
import { t } from '../../../messages/en/design.ts';
import { Dialog } from '../../../shared/confirm-dialog.tsx';
import { usePixelRatio } from '../../../shared/designer/canvas-view.tsx';
import classes from '../../../shared/designer/panel.module.css';
import { renderToCanvas } from './render-picture.ts';

type PreviewProps = { drawing: Drawing; pictures: Pictures };
const sides = [32, 128, 512];

/** The badge in lists, emails and on its page, on light and dark backgrounds. */
export function DesignPreviews({ close, ...shown }: PreviewProps & { close: () => void }) {
  return (
    <Dialog close={close} title={t('design.preview')} size="56rem">
      <div className={classes.backgrounds}>
        {[false, true].map((isDark) => (
          <div key={String(isDark)} className={classes.background} data-dark={isDark || undefined}>
            {sides.map((side) => (
              <figure key={side}>
                <Preview {...shown} side={side} />
                <figcaption>{t('design.pixels', { side })}</figcaption>
              </figure>
            ))}
          </div>
        ))}
      </div>
    </Dialog>
  );
}

/** The saved picture, shrunk as the service does. */
function Preview({ drawing, pictures, side }: PreviewProps & { side: number }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const pixels = Math.round(side * usePixelRatio());
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context) return;
    const whole = renderToCanvas(drawing, pictures);
    const scale = pixels / Math.max(whole.width, whole.height);
    const [width, height] = [whole.width * scale, whole.height * scale];
    context.clearRect(0, 0, pixels, pixels);
    context.imageSmoothingQuality = 'high';
    context.drawImage(whole, (pixels - width) / 2, (pixels - height) / 2, width, height);
  }, [drawing, pictures, pixels]);
  return (
    <canvas
      ref={canvas}
      width={pixels}
      height={pixels}
      style={{ inlineSize: side }}
      role="img"
      aria-label={t('design.preview.of', { side })}
    />
  );
}
