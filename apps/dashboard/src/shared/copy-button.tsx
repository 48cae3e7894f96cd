import { Button, type ButtonProps } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import classes from './copy-button.module.css';
import { t } from './t.ts';

const shownForMs = 2_000;

/**
 * True on success. The clipboard API needs https and permission, so the old command is a fallback.
 */
async function copy(text: string): Promise<boolean> {
  const isDone = await navigator.clipboard?.writeText(text).then(
    () => true,
    () => false,
  );
  return isDone || copyByCommand(text);
}

function copyByCommand(text: string): boolean {
  const field = document.createElement('textarea');
  field.value = text;
  field.setAttribute('aria-hidden', 'true');
  document.body.append(field);
  field.select();
  const isDone = document.execCommand('copy');
  field.remove();
  return isDone;
}

type Props = ButtonProps & { text: string; label?: string };

export function CopyButton({ text, label = t('copy'), ...look }: Props) {
  const [came, setCame] = useState<'copied' | 'refused'>();
  useEffect(() => {
    if (came !== 'copied') return;
    const timer = setTimeout(() => setCame(undefined), shownForMs);
    return () => clearTimeout(timer);
  }, [came]);
  const Icon = came === 'copied' ? IconCheck : IconCopy;
  return (
    <>
      <Button
        variant="default"
        leftSection={<Icon size={16} aria-hidden />}
        onClick={() => void copy(text).then((isDone) => setCame(isDone ? 'copied' : 'refused'))}
        {...look}
      >
        {label}
      </Button>
      <span role="status" className={came === 'refused' ? classes.refused : 'unseen'}>
        {came ? t(came === 'copied' ? 'copied' : 'copyRefused') : ''}
      </span>
      {came === 'refused' && <code className={classes.text}>{text}</code>}
    </>
  );
}
