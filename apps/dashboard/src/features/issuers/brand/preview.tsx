import {
  type CertificateStyle,
  certificateStyles,
  type PreviewFile,
  updateBrand,
} from '@insignia/contract';
import { createShades, createSurfaceShades } from '@insignia/tokens/shades';
import css from '@insignia/tokens/tokens.css?raw';
import { type ColorScheme, readTokenValues } from '@insignia/tokens/values';
import { Loader } from '@mantine/core';
import { useDebouncedValue, useInViewport } from '@mantine/hooks';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import type { CSSProperties } from 'react';
import { t } from '../../../messages/en/brand.ts';
import { type AccountContextValue, useAccount } from '../../../shared/account.ts';
import { findBodyErrors } from '../../../shared/body-errors.ts';
import { getPictureSource } from '../../../shared/picture-file.ts';
import { describeProblem, isTransient } from '../../../shared/problem.ts';
import classes from './brand.module.css';
import { type BrandFields, isColor, toBrandBody } from './fields.ts';
import sampleClasses from './samples.module.css';

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

type SampleRequest = {
  fields: BrandFields;
  issuerId: string;
  credential: { credentialId?: string; recipientName?: string };
  file: PreviewFile;
  /** Undefined for the card, which has none. */
  style: CertificateStyle | undefined;
};

const sampleQuery = (
  { accountId, api }: AccountContextValue,
  { fields, issuerId, credential, file, style }: SampleRequest,
) => {
  const { certificateStyle, cardId, ...change } = toBrandBody(fields);
  const body = { ...change, ...credential, file, ...(style && { certificateStyle: style }) };
  const designId = file === 'card.png' ? cardId : null;
  const preview = async (signal: AbortSignal) => {
    if (!designId) return api.issuers.previewBrand({ issuerId, ...body }, { signal });
    const own = { issuerId, certificateId: designId };
    const { design } = await api.certificates.get(own, { signal });
    return api.certificates.preview({ issuerId, design, ...credential }, { signal });
  };
  return queryOptions({
    queryKey: [accountId, 'issuers', issuerId, 'brand', 'sample', body, designId],
    queryFn: async ({ signal }) => readDataUrl(await (await preview(signal)).blob()),
    // Large, so previews of abandoned edits are dropped soon.
    gcTime: 10_000,
    staleTime: 60_000,
  });
};

type BrandSampleProps = SampleRequest & { alt: string; isEnabled: boolean };

/** A preview picture. The previous one stays while the next loads. */
export function BrandSample({ alt, isEnabled, ...request }: BrandSampleProps) {
  const isValid = findBodyErrors(updateBrand.body, toBrandBody(request.fields)).length === 0;
  const {
    data: source,
    error,
    isFetching,
  } = useQuery({
    ...sampleQuery(useAccount(), request),
    enabled: isEnabled && isValid,
    placeholderData: keepPreviousData,
  });
  // Field errors appear when saving.
  const isRefused = error !== null && !isTransient(error) && !isFetching;
  const transientProblem = error !== null && !isFetching && describeProblem(error);
  const message = !isValid || isRefused ? t('brand.samples.wrong') : transientProblem;
  return (
    <span
      className={sampleClasses.picture}
      data-form={request.file === 'card.png' ? 'card' : request.fields.orientation}
      data-paper={request.fields.paper}
      aria-busy={isFetching}
    >
      {source && <img src={source} alt={alt} />}
      {!source && isFetching && <Loader size="sm" />}
      {message && alt && <span className={sampleClasses.error}>{message}</span>}
    </span>
  );
}

/** Returns a data URL, because nothing would revoke an object URL. */
function readDataUrl(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });
}
