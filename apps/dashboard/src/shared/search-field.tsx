import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { t } from './t.ts';

const pauseMs = 250;

type Props = { value: string; placeholder: string; onChange: (value: string) => void };

/** What is typed is searched for when typing pauses; `/` leads here. */
export function SearchField({ value, placeholder, onChange }: Props) {
  const [text, setText] = useState(value);
  const sent = useRef(value);
  // Back and forward change what is searched for, too; what was sent from here comes back when more has been typed.
  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    setText(value);
  }, [value]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was typed starts the pause anew
  useEffect(() => {
    if (text.trim() === value) return;
    const timer = setTimeout(() => {
      sent.current = text.trim();
      onChange(sent.current);
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <TextInput
      type="search"
      aria-label={t('search')}
      placeholder={placeholder}
      leftSection={<IconSearch size={16} aria-hidden />}
      value={text}
      // No list searches for more.
      maxLength={200}
      onChange={({ currentTarget }) => setText(currentTarget.value)}
    />
  );
}
