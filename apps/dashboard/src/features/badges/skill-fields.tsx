import { Button, Textarea, TextInput } from '@mantine/core';
import classes from './details.module.css';
import { isEmptySkill, type Skill } from './skill.ts';
import { t } from './t.ts';
import { useSkillLookup } from './use-skill-lookup.ts';

type Props = {
  row: Skill;
  change: (next: Partial<Skill>) => void;
  getError: (field: keyof Skill) => string | undefined;
  language: string;
};

/**
 * Alignment of a badge. The link comes first, because the other fields can be filled in from it.
 */
export function SkillFields({ row, change, getError, language }: Props) {
  const { lookUp, isBusy, isFilled, error } = useSkillLookup(row, change, language);
  const field = (name: keyof Skill) => ({
    label: t(`badges.skills.${name}`),
    value: row[name],
    error: getError(name),
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      change({ [name]: currentTarget.value }),
  });
  return (
    <>
      <TextInput
        {...field('targetUrl')}
        wrapperProps={{ 'data-wide': true }}
        inputMode="url"
        error={error ?? getError('targetUrl')}
        description={isFilled && t('badges.skills.filled')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        inputContainer={(input) => (
          <div className={classes.lookUp}>
            {input}
            <Button
              variant="default"
              loading={isBusy}
              disabled={row.targetUrl.trim() === ''}
              onClick={() => void lookUp(row.targetUrl)}
            >
              {t('badges.skills.lookUp')}
            </Button>
            <span role="status" className="unseen">
              {isFilled && t('badges.skills.filled')}
            </span>
          </div>
        )}
        onPaste={({ clipboardData }) => {
          const pasted = clipboardData.getData('text').trim();
          if (isEmptySkill(row) && /^https?:/i.test(pasted)) void lookUp(pasted);
        }}
      />
      <TextInput {...field('targetName')} wrapperProps={{ 'data-wide': true }} />
      <Textarea {...field('targetDescription')} wrapperProps={{ 'data-wide': true }} rows={3} />
      <TextInput {...field('targetFramework')} />
      <TextInput {...field('targetCode')} />
    </>
  );
}
