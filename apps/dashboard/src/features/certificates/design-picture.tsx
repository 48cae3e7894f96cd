import { Loader } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { t } from '../../messages/en/certificates.ts';
import { useAccount } from '../../shared/account.ts';
import { describeProblem, isTransient } from '../../shared/problem.ts';
import classes from './certificates.module.css';
import { type DesignPreviewResult, type PreviewRequest, previewQuery } from './queries.ts';

type Props = {
  issuerId: string;
  request: PreviewRequest;
  alt: string;
  /** Called with each answer. */
  children?: (preview: DesignPreviewResult) => ReactNode;
};

/** A design as the service draws it. The previous picture stays while the next loads. */
export function DesignPicture({ issuerId, request, alt, children }: Props) {
  const { data, error, isFetching } = useQuery({
    ...previewQuery(useAccount(), issuerId, request),
    placeholderData: keepPreviousData,
  });
  const { kind, paper, orientation } = request.design;
  const isRefused = error !== null && !isTransient(error) && !isFetching;
  const transientProblem = error !== null && !isFetching && describeProblem(error);
  const message = isRefused ? t('certificates.preview.wrong') : transientProblem;
  return (
    <>
      {data && children?.(data)}
      <span
        className={classes.picture}
        data-form={kind === 'card' ? 'card' : `${paper} ${orientation}`}
        aria-busy={isFetching}
      >
        {data && <img src={data.source} alt={alt} />}
        {!data && isFetching && <Loader size="sm" />}
        {message && <span className={classes.error}>{message}</span>}
      </span>
    </>
  );
}
