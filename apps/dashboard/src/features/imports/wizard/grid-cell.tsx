import type { RecipientField } from '@insignia/recipients';
import { type ChangeEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { getFieldLabel } from '../field-label.ts';
import { t } from '../t.ts';

type Props = {
  field: RecipientField;
  number: number;
  value: string;
  isBad: boolean;
  describedBy: string | undefined;
  enter: () => void;
  save: (text: string) => void;
};

/** An editable cell: saves on blur, Escape reverts. */
export function GridCell({ field, number, value, isBad, describedBy, enter, save }: Props) {
  const [typed, setTyped] = useState<string>();
  const pending = useRef<() => void>(undefined);
  pending.current = typed !== undefined && typed !== value ? () => save(typed) : undefined;
  const leave = () => {
    pending.current?.();
    pending.current = undefined;
  };
  // Shown as typed until the row comes back with it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever another value has come
  useEffect(() => setTyped(undefined), [value]);
  // Saves a cell scrolled out of view while editing.
  useEffect(() => () => pending.current?.(), []);
  const undo = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || typed === undefined) return;
    event.preventDefault();
    setTyped(undefined);
  };
  const Box = field === 'narrative' || field === 'evidence' ? 'textarea' : 'input';
  return (
    <Box
      value={typed ?? value}
      data-field={field}
      aria-label={t('check.cell', { field: getFieldLabel(field), row: number })}
      aria-invalid={isBad || undefined}
      aria-describedby={describedBy}
      autoComplete="off"
      spellCheck={false}
      placeholder={getFieldLabel(field)}
      onFocus={enter}
      onBlur={leave}
      onChange={({ currentTarget }: ChangeEvent<HTMLInputElement & HTMLTextAreaElement>) =>
        setTyped(currentTarget.value)
      }
      onKeyDown={undo}
    />
  );
}
