import { useQuery } from '@tanstack/react-query';
import { t } from '../../messages/en/provisioning.ts';
import { useAccount } from '../../shared/account.ts';
import { formatMoment } from '../../shared/format.ts';
import { Notice } from '../../shared/notice.tsx';
import { type State, stateQuery, tokensQuery } from './queries.ts';

const pollEveryMs = 3_000;
type Token = { tokenId: string; prefix: string; lastUsedAt: string | null };

/** Waits for the directory's first request with the newest token, and shows whether one succeeded. */
export function ConnectionTest() {
  const here = useAccount();
  const { data: [newest] = [] } = useQuery({
    ...tokensQuery(here),
    refetchInterval: ({ state: { data } }) => (isWaiting(data?.[0]) ? pollEveryMs : false),
  });
  const { data: state } = useQuery({
    ...stateQuery(here),
    refetchInterval: isWaiting(newest) ? pollEveryMs : false,
  });
  return (
    <section aria-label={t('provisioning.step.test')} className="sheet stack">
      <div>
        <h2>{t('provisioning.step.test')}</h2>
        <p className="fine">{t('provisioning.step.test.words')}</p>
      </div>
      {newest ? (
        <Received token={newest} requests={state?.requests ?? []} />
      ) : (
        <p>{t('provisioning.test.none')}</p>
      )}
    </section>
  );
}

const isWaiting = (token: Token | undefined): boolean => token?.lastUsedAt === null;

function Received({ token, requests }: { token: Token; requests: State['requests'] }) {
  const { tokenId, prefix, lastUsedAt } = token;
  const own = requests.filter((request) => request.tokenId === tokenId);
  // A later error of one user says nothing about the connection.
  const shown = own.find(({ status }) => status < 400) ?? own[0];
  if (shown) {
    const { method, resource, at, status, error } = shown;
    const request = `${method} ${resource}`;
    const isGood = status < 400;
    const time = formatMoment(Date.parse(at));
    return (
      <Notice tone={isGood ? 'good' : 'bad'} isAnnounced>
        {t(isGood ? 'provisioning.test.good' : 'provisioning.test.bad', { request, time })}
        {!isGood && <> {error}</>}
      </Notice>
    );
  }
  if (lastUsedAt !== null)
    return <p>{t('provisioning.test.used', { time: formatMoment(Date.parse(lastUsedAt)) })}</p>;
  return (
    <Notice isAnnounced>
      {t('provisioning.test.waiting', { prefix })}{' '}
      <span className="fine">{t('provisioning.test.waiting.words')}</span>
    </Notice>
  );
}
