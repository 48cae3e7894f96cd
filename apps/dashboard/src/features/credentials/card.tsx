import { useState } from 'react';
import { bareId } from '../../shared/random-id.ts';
import classes from './one.module.css';
import { type Credential, cardOf, certificateOf } from './queries.ts';
import { t } from './t.ts';

/** What others see where the link is shared; drawn when it comes into view, in a frame of its size. */
export function Card({ credential }: { credential: Credential }) {
  const [isLost, setLost] = useState(false);
  const awardId = bareId(credential.id);
  return (
    <section className={`sheet ${classes.card}`}>
      <h2>{t('card.title')}</h2>
      <div className={classes.frame}>
        {isLost ? (
          <p className="fine">{t('card.lost')}</p>
        ) : (
          <img
            // It is drawn anew when the state changes, under the same address.
            key={credential.state}
            src={`${cardOf(awardId)}?v=${credential.state}`}
            alt={t('card.alt', { name: credential.recipient.name, badge: credential.badge.name })}
            width={1200}
            height={630}
            loading="lazy"
            onError={() => setLost(true)}
          />
        )}
      </div>
      <a href={certificateOf(awardId)} target="_blank" rel="noreferrer">
        {t('card.certificate')}
      </a>
    </section>
  );
}
