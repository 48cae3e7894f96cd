import { certificateStyles } from '@insignia/contract';
import { createShades, createSurfaceShades } from '@insignia/tokens/shades';
import css from '@insignia/tokens/tokens.css?raw';
import { type ColorScheme, readTokenValues } from '@insignia/tokens/values';
import { useDebouncedValue, useInViewport } from '@mantine/hooks';
import type { CSSProperties } from 'react';
import { t } from '../../../messages/en/brand.ts';
import { getPictureSource } from '../../../shared/picture-source.ts';
import classes from './brand.module.css';
import type { BrandFields } from './fields.ts';
import { isColor } from './fields.ts';
import { BrandSample } from './sample.tsx';

/** Colors of a light or dark page, independent of the dashboard's theme. */
function getPageColors(background: ColorScheme): CSSProperties {
  const { ink, desk, sheet, line } = readTokenValues(css, background);
  return { '--ink': ink, '--desk': desk, '--sheet': sheet, '--line': line } as CSSProperties;
}
const pageColors = { light: getPageColors('light'), dark: getPageColors('dark') };

type Props = { fields: BrandFields; issuerId: string; logo: string | undefined; name: string };

/** Previews the certificate and a credential's page on light and dark backgrounds. */
export function BrandPreview({ fields, issuerId, logo, name }: Props) {
  const { ref, inViewport } = useInViewport();
  const [shownFields] = useDebouncedValue(fields, 600);
  const style = certificateStyles.find((one) => one === shownFields.certificateStyle);
  const { accentColor, logoDark, footText } = fields;
  const color = isColor(accentColor) ? accentColor.toLowerCase() : '#000000';
  const [shades, bands] = [createShades(color), createSurfaceShades(color)];
  const dark = logoDark && getPictureSource(logoDark);
  const backgrounds = [
    {
      background: 'light',
      accent: shades.onLight,
      band: bands.onLight,
      picture: logo,
      isPlated: false,
    },
    {
      background: 'dark',
      accent: shades.onDark,
      band: bands.onDark,
      picture: dark || logo,
      isPlated: !dark,
    },
  ] as const;
  return (
    <section ref={ref} className={classes.preview} aria-label={t('brand.preview')}>
      {style && (
        <BrandSample
          {...{ fields: shownFields, issuerId, credential: {}, style, isEnabled: inViewport }}
          file="certificate.png"
          alt={t('brand.preview.certificate')}
        />
      )}
      {backgrounds.map(({ background, accent, band, picture, isPlated }) => (
        <figure key={background}>
          <figcaption className="fine">{t(`brand.preview.${background}`)}</figcaption>
          <div
            className={classes.page}
            data-background={background}
            dir={fields.language === 'ar' ? 'rtl' : 'ltr'}
            style={
              { ...pageColors[background], '--shade': accent, '--band': band } as CSSProperties
            }
          >
            <div className={classes.mark}>
              {picture && <img src={picture} alt="" data-plated={isPlated || undefined} />}
              <bdi>{name}</bdi>
            </div>
            <div className={classes.card}>
              <strong>{t('brand.preview.recipient')}</strong>
              <span className={classes.credential}>{t('brand.preview.credential')}</span>
              <span className={classes.button}>{t('brand.preview.button')}</span>
            </div>
            {footText && <bdi className={classes.footer}>{footText}</bdi>}
          </div>
        </figure>
      ))}
    </section>
  );
}
