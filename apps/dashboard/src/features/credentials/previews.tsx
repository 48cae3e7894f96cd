import { useState } from 'react';
import { t } from '../../messages/en/credentials.ts';
import { idFromUrl } from '../../shared/random-id.ts';
import classes from './previews.module.css';
import {
  buildCardPath,
  buildCertificatePath,
  buildCertificatePicturePath,
  type Credential,
} from './queries.ts';

/** The page and certificate as recipients see them. Loaded when scrolled into view. */
export function CredentialPreviews({ credential }: { credential: Credential }) {
  const credentialId = idFromUrl(credential.id);
  const { state, correctedAt, expires, recipient, badge } = credential;
  const version = encodeURIComponent([state, correctedAt, expires].join());
  const values = { name: recipient.name, badge: badge.name };
  return (
    <section className="sheet">
      <h2>{t('previews.title')}</h2>
      {/* Reloaded after a correction, renewal or revocation, because the URLs stay the same. */}
      <div className={classes.previews} key={version}>
        <figure>
          <Picture
            kind="certificate"
            src={`${buildCertificatePicturePath(credentialId)}?v=${version}`}
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
          <Picture
            kind="card"
            src={`${buildCardPath(credentialId)}?v=${version}`}
            alt={t('card.alt', values)}
          />
          <figcaption>{t('card.title')}</figcaption>
        </figure>
      </div>
    </section>
  );
}

type Props = { kind: 'certificate' | 'card'; src: string; alt: string };

function Picture({ kind, src, alt }: Props) {
  const [isLost, setLost] = useState(false);
  return (
    <div className={classes.frame} data-kind={kind}>
      {isLost ? (
        <p className="fine">{t('card.lost')}</p>
      ) : (
        <img src={src} alt={alt} loading="lazy" onError={() => setLost(true)} />
      )}
    </div>
  );
}
