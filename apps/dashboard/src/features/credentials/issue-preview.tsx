import { useQuery } from '@tanstack/react-query';
import { useAccount } from '../../shared/account.ts';
import { formatUtcDate } from '../../shared/format.ts';
import { type Badge, issuersQuery } from '../../shared/queries.ts';
import { Seal } from '../../shared/seal.tsx';
import classes from './issue.module.css';
import { t } from './t.ts';

type Props = { badge: Badge | undefined; name: string; issuedOn: string; expires: string };

/** Live preview for the recipient. */
export function IssuePreview({ badge, name, issuedOn, expires }: Props) {
  const { data: issuers = [] } = useQuery(issuersQuery(useAccount()));
  const issuer = issuers.find(({ id }) => id === badge?.issuer);
  return (
    <section aria-label={t('issue.preview')} className={classes.preview}>
      <div className={classes.paper}>
        <div className={classes.picture}>
          {badge ? <img src={badge.image} alt="" /> : <Seal size={96} />}
        </div>
        <p className={classes.name} data-empty={name === '' || undefined}>
          {name || t('issue.name')}
        </p>
        <p className="fine">{t('issue.preview.earned')}</p>
        <p className={classes.badge} data-empty={!badge || undefined}>
          {badge?.name ?? t('issue.badge')}
        </p>
        {issuer && <p>{issuer.name}</p>}
        <p className="fine">{issuedOn && formatUtcDate(issuedOn)}</p>
        {expires && (
          <p className="fine">{t('issue.preview.until', { day: formatUtcDate(expires) })}</p>
        )}
      </div>
    </section>
  );
}
