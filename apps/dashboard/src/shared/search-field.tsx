import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { t } from './t.ts';

const pauseMs = 250;

type Props = { value: string; placeholder: string; onChange: (value: string) => void };

/** Searches when typing pauses. `/` focuses it. */
export function SearchField({ value, placeholder, onChange }: Props) {
  const [text, setText] = useState(value);
  const sent = useRef(value);
  // Follows back and forward navigation, but never overwrites newer input.
  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    setText(value);
  }, [value]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only typing restarts the pause
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
      // The API's limit for every list.
      maxLength={200}
      onChange={({ currentTarget }) => setText(currentTarget.value)}
    />
  );
}
