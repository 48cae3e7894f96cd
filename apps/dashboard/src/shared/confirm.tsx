import { Button, Modal, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { ProblemNotice } from './notice.tsx';
import { t } from './t.ts';

type Props = {
  opened: boolean;
  close: () => void;
  title: string;
  /** What it does, in numbers where there are any. */
  children: ReactNode;
  action: string;
  /** Instead of “Cancel”, where that would say the opposite. */
  keep?: string | undefined;
  /** What has to be typed first, since nothing brings it back. */
  typed?: string | undefined;
  /** It can be done again or does no harm. */
  isHarmless?: boolean;
  act: () => Promise<unknown>;
};

/** Asks before what cannot be undone. */
export function Confirm({
  opened,
  close,
  title,
  children,
  action,
  typed,
  isHarmless,
  act,
  ...props
}: Props) {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const end = () => {
    setText('');
    setProblem(undefined);
    close();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setProblem(undefined);
    try {
      await act();
      end();
    } catch (error) {
      setProblem(error);
    } finally {
      setBusy(false);
    }
  };
  const isHeld = typed !== undefined && text.trim() !== typed.trim();
  return (
    <Modal
      opened={opened}
      onClose={end}
      title={title}
      lockScroll={false}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <form onSubmit={(event) => void submit(event)} className="stack">
        {children}
        {typed !== undefined && (
          <TextInput
            label={t('confirm.type', { name: typed })}
            value={text}
            autoComplete="off"
            onChange={(event) => setText(event.currentTarget.value)}
          />
        )}
        <ProblemNotice problem={problem} />
        <div className="actions">
          <Button variant="default" onClick={end}>
            {props.keep ?? t('cancel')}
          </Button>
          <Button
            type="submit"
            data-tone={isHarmless ? undefined : 'bad'}
            disabled={isHeld}
            loading={isBusy}
          >
            {action}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
