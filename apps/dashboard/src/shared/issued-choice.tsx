import '@mantine/core/styles/Radio.layer.css';
import { Radio } from '@mantine/core';
import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { t } from './t.ts';
import { trackJob } from './tracked-jobs.ts';

type IssuedCount = { count: number; isMore: boolean };
type Props = {
  /** Credentials that an update would change. */
  query: UseQueryOptions<IssuedCount, Error, IssuedCount, string[]>;
  isUpdating: boolean;
  choose: (isUpdating: boolean) => void;
};

/** Asks whether issued credentials keep their edition of a badge or brand. Empty if there are none. */
export function IssuedChoice({ query, isUpdating, choose }: Props) {
  const { data } = useQuery(query);
  if (!data || data.count === 0) return null;
  const { count, isMore } = data;
  return (
    <Radio.Group
      label={t('editions.title')}
      value={isUpdating ? 'update' : 'keep'}
      onChange={(value) => choose(value === 'update')}
    >
      <div className="stack">
        <Radio value="keep" label={t(isMore ? 'editions.keep.many' : 'editions.keep', { count })} />
        <Radio
          value="update"
          label={t('editions.update', { count })}
          description={t('editions.update.hint')}
        />
      </div>
    </Radio.Group>
  );
}

/** Shows the job that updates issued credentials in the tray. */
export function trackUpdate(accountId: string, id: string | undefined, name: string): void {
  if (id) trackJob({ accountId, kind: 'job', id, label: t('editions.updating', { name }) });
}
