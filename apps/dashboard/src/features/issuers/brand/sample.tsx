import { type CertificateStyle, type PreviewFile, updateBrand } from '@insignia/contract';
import { Loader } from '@mantine/core';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { t } from '../../../messages/en/brand.ts';
import { type AccountContextValue, useAccount } from '../../../shared/account.ts';
import { findBodyErrors } from '../../../shared/body-errors.ts';
import { describeProblem, isTransient } from '../../../shared/problem.ts';
import { type BrandFields, toBrandBody } from './fields.ts';
import classes from './samples.module.css';

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

type Props = SampleRequest & { alt: string; isEnabled: boolean };

/** A preview picture. The previous one stays while the next loads. */
export function BrandSample({ alt, isEnabled, ...request }: Props) {
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
      className={classes.picture}
      data-form={request.file === 'card.png' ? 'card' : request.fields.orientation}
      data-paper={request.fields.paper}
      aria-busy={isFetching}
    >
      {source && <img src={source} alt={alt} />}
      {!source && isFetching && <Loader size="sm" />}
      {message && alt && <span className={classes.error}>{message}</span>}
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
