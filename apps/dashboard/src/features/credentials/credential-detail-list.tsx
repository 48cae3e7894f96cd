import { Fragment } from 'react';
import { t } from '../../messages/en/credentials.ts';
import { Markdown } from '../../shared/markdown.tsx';
import classes from './credential.module.css';
import type { Credential } from './queries.ts';

export function CredentialDetailList({ credential }: { credential: Credential }) {
  const { attributes = {}, narrative, evidence = [] } = credential;
  const values = Object.entries(attributes);
  if (values.length === 0 && narrative === undefined && evidence.length === 0) return null;
  return (
    <section className="sheet stack">
      <h2>{t('details.title')}</h2>
      {values.length > 0 && (
        <dl className="facts">
          {values.map(([name, value]) => (
            <Fragment key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </Fragment>
          ))}
        </dl>
      )}
      {narrative !== undefined && (
        <div>
          <h3>{t('details.narrative')}</h3>
          <Markdown text={narrative} />
        </div>
      )}
      {evidence.length > 0 && (
        <div>
          <h3>{t('details.evidence')}</h3>
          <ul className={classes.evidence}>
            {evidence.map(({ id, name, description, narrative: text, genre, audience }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: they have no name and never change
              <li key={at}>
                {id === undefined ? (
                  name && <strong>{name}</strong>
                ) : (
                  <a href={id} target="_blank" rel="noopener noreferrer nofollow">
                    {name ?? id}
                  </a>
                )}
                {Object.entries({ genre, audience, description }).map(
                  ([kind, line]) =>
                    line && (
                      <p key={kind} className={classes.prose}>
                        {line}
                      </p>
                    ),
                )}
                {text !== undefined && <Markdown text={text} />}
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}
