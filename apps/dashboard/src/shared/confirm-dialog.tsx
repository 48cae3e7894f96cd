import type { ErrorDetail } from '@insignia/contract';
import { InsigniaError } from '@insignia/sdk';
import { Button, Modal, type ModalProps, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { translateDetails } from './field-errors.ts';
import { ProblemNotice } from './notice.tsx';
import { describeFieldErrors } from './problem.ts';
import { t } from './t.ts';

type DialogProps = { title: string; close: () => void; children: ReactNode } & Pick<
  ModalProps,
  'size' | 'lockScroll' | 'closeOnClickOutside'
> & { opened?: boolean };

export function Dialog({ title, close, children, opened = true, ...more }: DialogProps) {
  return (
    <Modal
      {...more}
      opened={opened}
      onClose={close}
      title={title}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      {children}
    </Modal>
  );
}

type FieldErrors = Readonly<Record<string, string>>;
type Props = {
  opened: boolean;
  close: () => void;
  title: string;
  /** The consequence, in numbers if possible. With fields, receives their errors. */
  children: ReactNode | ((errors: FieldErrors) => ReactNode);
  /** Validates fields before sending. */
  check?: () => readonly ErrorDetail[];
  action: string;
  /** Replaces “Cancel” where it would be ambiguous. */
  keep?: string | undefined;
  /** Text to type for irreversible actions. */
  typed?: string | undefined;
  /** True if the action is harmless or reversible. */
  isHarmless?: boolean;
  /** True if there is nothing to do. */
  isDisabled?: boolean;
  act: () => Promise<unknown>;
};

/** Ignores differences that can't be typed: composed letters, repeated spaces, direction marks. */
function asTyped(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/\s+/gu, ' ')
    .trim();
}

export function ConfirmDialog({
  opened,
  close,
  title,
  children,
  action,
  typed,
  isHarmless,
  isDisabled = false,
  check = () => [],
  act,
  ...props
}: Props) {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<unknown>();
  const [errors, setErrors] = useState<FieldErrors>({});
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (Object.keys(errors).length > 0)
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [errors]);
  const [isBusy, setBusy] = useState(false);
  // A second click arrives before the first is rendered.
  const busy = useRef(false);
  const end = () => {
    setText('');
    setProblem(undefined);
    setErrors({});
    close();
  };
  const refuse = (error: unknown) => {
    const details = error instanceof InsigniaError ? translateDetails(error.details) : [];
    if (typeof children === 'function' && details.length > 0)
      setErrors(describeFieldErrors(details));
    else setProblem(error);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy.current) return;
    const found = check();
    setErrors(describeFieldErrors(found));
    if (found.length > 0) return;
    busy.current = true;
    setBusy(true);
    setProblem(undefined);
    try {
      await act();
      end();
    } catch (error) {
      refuse(error);
    } finally {
      busy.current = false;
      setBusy(false);
    }
  };
  const isHeld = typed !== undefined && asTyped(text) !== asTyped(typed);
  return (
    <Dialog opened={opened} close={end} title={title} lockScroll={false}>
      <form ref={form} noValidate onSubmit={(event) => void submit(event)} className="stack">
        {typeof children === 'function' ? children(errors) : children}
        {typed !== undefined && (
          <TextInput
            label={t('confirm.type', { name: typed })}
            data-autofocus
            value={text}
            autoComplete="off"
            onChange={(event) => setText(event.currentTarget.value)}
          />
        )}
        <ProblemNotice problem={problem} />
        <div className="actions">
          <Button variant="default" onClick={end} data-autofocus>
            {props.keep ?? t('cancel')}
          </Button>
          <Button
            type="submit"
            data-tone={isHarmless ? undefined : 'bad'}
            disabled={isHeld || isDisabled}
            loading={isBusy}
          >
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
