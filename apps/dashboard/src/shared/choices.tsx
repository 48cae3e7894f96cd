import '@mantine/core/styles/Radio.layer.css';
import { Group, Radio } from '@mantine/core';
import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { t } from './t.ts';
import { trackJob } from './tracked-jobs.ts';

type Props = {
  /** Undefined until the user chooses. */
  isMailed: boolean | undefined;
  onChange: (isMailed: boolean) => void;
  /** True if the user has to choose first. */
  isMissing?: boolean;
};

const answers = ['now', 'later'] as const;

/** Asks whether to email the recipients. Every way of issuing asks the same question. */
export function EmailChoice({ isMailed, onChange, isMissing = false }: Props) {
  const chosen = isMailed === undefined ? null : isMailed ? 'now' : 'later';
  return (
    <Radio.Group
      label={t('emailChoice')}
      description={t('emailChoice.hint')}
      error={isMissing && t('emailChoice.missing')}
      value={chosen}
      onChange={(answer) => onChange(answer === 'now')}
    >
      <Group mt="xs">
        {answers.map((answer) => (
          <Radio key={answer} value={answer} label={t(`emailChoice.${answer}`)} />
        ))}
      </Group>
    </Radio.Group>
  );
}

type IssuedCount = { count: number; isMore: boolean };
type IssuedChoiceProps = {
  /** Credentials that an update would change. */
  query: UseQueryOptions<IssuedCount, Error, IssuedCount, string[]>;
  isUpdating: boolean;
  choose: (isUpdating: boolean) => void;
};

/** Asks whether issued credentials keep their edition of a badge or brand. Empty if there are none. */
export function IssuedChoice({ query, isUpdating, choose }: IssuedChoiceProps) {
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
