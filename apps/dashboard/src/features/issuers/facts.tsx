import type { FullIssuer } from './queries.ts';
import { t } from './t.ts';

/** Fixed fields are shown as text. */
export function IssuerFacts({ issuer: { name, url, email } }: { issuer: FullIssuer }) {
  return (
    <section className="sheet stack">
      <dl className="facts">
        <dt>{t('issuers.name')}</dt>
        <dd>
          <bdi>{name}</bdi>
        </dd>
        <dt>{t('issuers.website')}</dt>
        <dd>
          <a href={url} target="_blank" rel="noreferrer">
            {url}
          </a>
        </dd>
        <dt>{t('issuers.email')}</dt>
        <dd>{email}</dd>
      </dl>
      <p className="fine">{t('issuers.fixed')}</p>
    </section>
  );
}
