import { Loader } from '@mantine/core';
import { useInViewport } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { t } from '../../messages/en/credentials.ts';
import { useAccount } from '../../shared/account.ts';
import { idFromUrl } from '../../shared/random-id.ts';
import classes from './previews.module.css';
import {
  buildCertificatePath,
  type Credential,
  type PictureKind,
  pictureQuery,
} from './queries.ts';

/** The page and certificate as recipients see them. Loaded when scrolled into view. */
export function CredentialPreviews({ credential }: { credential: Credential }) {
  const credentialId = idFromUrl(credential.id);
  const { state, correctedAt, expires, recipient, badge } = credential;
  // Pictures change with a correction, renewal or revocation.
  const version = [state, correctedAt, expires].join();
  const values = { name: recipient.name, badge: badge.name };
  return (
    <section className="sheet">
      <h2>{t('previews.title')}</h2>
      <div className={classes.previews}>
        <figure>
          <Picture
            {...{ credentialId, version, kind: 'certificate' }}
            alt={t('previews.certificate.alt', values)}
          />
          <figcaption>
            {t('previews.certificate')}{' '}
            <a href={buildCertificatePath(credentialId)} target="_blank" rel="noreferrer">
              {t('previews.certificate.open')}
            </a>
          </figcaption>
        </figure>
        <figure>
          <Picture {...{ credentialId, version, kind: 'card' }} alt={t('card.alt', values)} />
          <figcaption>{t('card.title')}</figcaption>
        </figure>
      </div>
    </section>
  );
}

type Props = { credentialId: string; version: string; kind: PictureKind; alt: string };

function Picture({ credentialId, version, kind, alt }: Props) {
  const { ref, inViewport } = useInViewport();
  const { data: source, isError } = useQuery({
    ...pictureQuery(useAccount(), credentialId, { kind, version }),
    enabled: inViewport,
  });
  return (
    <div ref={ref} className={classes.frame} data-kind={kind} aria-busy={!source && !isError}>
      {source && <img src={source} alt={alt} />}
      {!source && !isError && <Loader size="sm" />}
      {!source && isError && <p className="fine">{t('card.lost')}</p>}
    </div>
  );
}
