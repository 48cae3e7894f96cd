import { lookUpAlignment } from '@insignia/contract';
import type { Client } from '@insignia/sdk';
import { Button, Textarea, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { t } from '../../messages/en/badges.ts';
import { useAccount } from '../../shared/account.ts';
import { findBodyErrors } from '../../shared/body-errors.ts';
import { describeFieldErrors, describeProblem } from '../../shared/problem.ts';
import classes from './details.module.css';
import { fillSkill, isEmptySkill, type Skill, type SkillSuggestion } from './details.ts';

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

/** Fills in a row from its link. Results for a changed link are dropped. */
function useSkillLookup(row: Skill, change: (next: Partial<Skill>) => void, language: string) {
  const { api } = useAccount();
  const [request, setRequest] = useState<AbortController>();
  const [error, setError] = useState<{ text: string; url: string }>();
  const [found, setFound] = useState<SkillSuggestion>();
  // The user may edit other fields meanwhile.
  const latest = useRef({ row, change });
  useEffect(() => {
    latest.current = { row, change };
  });
  useEffect(() => () => request?.abort(), [request]);

  const lookUp = async (url: string) => {
    const call = new AbortController();
    setRequest(call);
    setError(undefined);
    const result = await describeLink(api, { url, language }, call.signal);
    setRequest((now) => (now === call ? undefined : now));
    const { row: now, change: put } = latest.current;
    if (call.signal.aborted || !isSame(now.targetUrl, url)) return;
    if (typeof result === 'string') return setError({ text: result, url });
    put(fillSkill(now, result, found));
    setFound(result);
  };
  return {
    lookUp,
    isBusy: request !== undefined,
    isFilled: found !== undefined && isSame(found.targetUrl, row.targetUrl),
    error: error && isSame(error.url, row.targetUrl) ? error.text : undefined,
  };
}

function isSame(one = '', other = ''): boolean {
  return one.trim() === other.trim();
}

/** Returns the description, or an error message. */
async function describeLink(
  api: Client,
  { url, language }: { url: string; language: string },
  signal: AbortSignal,
): Promise<SkillSuggestion | string> {
  const errors = findBodyErrors(lookUpAlignment.body, { url });
  const [error] = Object.values(describeFieldErrors(errors));
  if (error) return error;
  const body = { url, language };
  const isValid = findBodyErrors(lookUpAlignment.body, body).length === 0;
  try {
    return await api.alignments.lookUp(isValid ? body : { url }, { signal });
  } catch (error) {
    return describeProblem(error);
  }
}
