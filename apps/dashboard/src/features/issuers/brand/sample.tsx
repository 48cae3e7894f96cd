import { type CertificateStyle, type PreviewFile, updateBrand } from '@insignia/contract';
import { Loader } from '@mantine/core';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { type AccountContextValue, useAccount } from '../../../shared/account.ts';
import { findBodyErrors } from '../../../shared/body-errors.ts';
import { describeProblem, isTransient } from '../../../shared/problem.ts';
import { type BrandFields, toBrandBody } from './fields.ts';
import classes from './samples.module.css';
import { t } from './t.ts';

type SampleRequest = {
  fields: BrandFields;
  issuerId: string;
  whose: { credentialId?: string; recipientName?: string };
  file: PreviewFile;
  /** Undefined if it makes no difference. */
  style: CertificateStyle | undefined;
};

const sampleQuery = (
  { accountId, api }: AccountContextValue,
  { fields, issuerId, whose, file, style }: SampleRequest,
) => {
  const { certificateStyle, ...change } = toBrandBody(fields);
  const body = { ...change, ...whose, file, ...(style && { certificateStyle: style }) };
  return queryOptions({
    queryKey: [accountId, 'issuers', issuerId, 'brand', 'sample', body],
    queryFn: async ({ signal }) =>
      fetchSample(await (await api.issuers.previewBrand({ issuerId, ...body }, { signal })).blob()),
    // Large, so previews of abandoned edits are dropped soon.
    gcTime: 10_000,
    staleTime: 60_000,
  });
};

type Props = SampleRequest & { alt: string; isAsked: boolean };

/** A preview picture. The previous one stays while loading. */
export function BrandSample({ alt, isAsked, ...asked }: Props) {
  const isRight = findBodyErrors(updateBrand.body, toBrandBody(asked.fields)).length === 0;
  const {
    data: source,
    error,
    isFetching,
  } = useQuery({
    ...sampleQuery(useAccount(), asked),
    enabled: isAsked && isRight,
    placeholderData: keepPreviousData,
  });
  // Field errors appear when saving.
  const isRefused = error !== null && !isTransient(error) && !isFetching;
  const isLate = error !== null && !isFetching && describeProblem(error);
  const fault = !isRight || isRefused ? t('brand.samples.wrong') : isLate;
  return (
    <span
      className={classes.picture}
      data-form={asked.file === 'card.png' ? 'card' : asked.fields.orientation}
      data-paper={asked.fields.paper}
      aria-busy={isFetching}
    >
      {source && <img src={source} alt={alt} />}
      {!source && isFetching && <Loader size="sm" />}
      {fault && alt && <span className={classes.fault}>{fault}</span>}
    </span>
  );
}

/** A data URL: nothing would revoke an object URL. */
function fetchSample(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });
}
