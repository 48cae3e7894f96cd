import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Dialog } from './confirm-dialog.tsx';
import { CopyButton } from './copy-button.tsx';
import { type ApiForm, type ApiFormOptions, type FormValues, useApiForm } from './form.ts';
import { FormFooter } from './form-footer.tsx';
import { t } from './t.ts';

type SecretProps = {
  description: string;
  secret: string;
  testId: string;
  children?: ReactNode;
  close: () => void;
};

/** Shows a key or secret that can't be shown again. */
export function OneTimeSecret({ description, secret, testId, children, close }: SecretProps) {
  return (
    <div className="stack">
      <p>{description}</p>
      <div>
        <pre data-testid={testId}>{secret}</pre>
        <CopyButton text={secret} variant="filled" />
      </div>
      {children}
      <div className="actions">
        <Button variant="default" onClick={close}>
          {t('done')}
        </Button>
      </div>
    </div>
  );
}

type FormProps<V extends FormValues, R> = {
  options: ApiFormOptions<V, R>;
  fields: (form: ApiForm<V>) => ReactNode;
  /** Label of the submit button. */
  action: string;
};
type DialogProps<V extends FormValues, R> = FormProps<V, R> & {
  title: string;
  secretTitle: string;
  showSecret: (created: R, close: () => void) => ReactNode;
  /** Receives the created resource, if any. */
  close: (created?: R) => void;
};

/** Creates something with a secret: first the form, then the secret, once. */
export function NewSecretDialog<V extends FormValues, R>(props: DialogProps<V, R>) {
  const { title, secretTitle, showSecret, close, ...form } = props;
  const [created, setCreated] = useState<R>();
  const leave = () => close(created);
  return (
    <Dialog
      close={leave}
      title={created === undefined ? title : secretTitle}
      // A click outside must not lose a secret that is shown once.
      closeOnClickOutside={created === undefined}
    >
      {created === undefined ? (
        <NewSecretForm {...form} cancel={leave} setCreated={setCreated} />
      ) : (
        showSecret(created, leave)
      )}
    </Dialog>
  );
}

function NewSecretForm<V extends FormValues, R>({
  options,
  fields,
  action,
  cancel,
  setCreated,
}: FormProps<V, R> & { cancel: () => void; setCreated: (created: R) => void }) {
  const form = useApiForm({
    ...options,
    done: (created, values, isUnsaved) => {
      setCreated(created);
      options.done(created, values, isUnsaved);
    },
  });
  const discard = () => {
    form.discard();
    cancel();
  };
  return (
    <form {...form.formProps} className="stack">
      {fields(form)}
      <FormFooter form={form} action={action} cancel={discard} />
    </form>
  );
}
