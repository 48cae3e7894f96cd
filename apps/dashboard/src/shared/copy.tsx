import { Button, type ButtonProps } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { t } from './t.ts';

const shownForMs = 2_000;

/** Over http there is no clipboard for scripts, but the old command. */
async function copy(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const field = document.createElement('textarea');
  field.value = text;
  field.setAttribute('aria-hidden', 'true');
  document.body.append(field);
  field.select();
  document.execCommand('copy');
  field.remove();
}

type Props = ButtonProps & { text: string; label?: string };

export function CopyButton({ text, label = t('copy'), ...look }: Props) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), shownForMs);
    return () => clearTimeout(timer);
  }, [copied]);
  const Icon = copied ? IconCheck : IconCopy;
  return (
    <>
      <Button
        variant="default"
        leftSection={<Icon size={16} aria-hidden />}
        onClick={() => void copy(text).then(() => setCopied(true))}
        {...look}
      >
        {label}
      </Button>
      <span role="status" className="unseen">
        {copied ? t('copied') : ''}
      </span>
    </>
  );
}
