import '@mantine/core/styles/Radio.layer.css';
import { Group, Radio } from '@mantine/core';
import { t } from './t.ts';

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
