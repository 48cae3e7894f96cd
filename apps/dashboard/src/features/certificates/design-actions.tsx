import { createCertificate } from '@insignia/contract';
import { Button, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../../messages/en/certificates.ts';
import { useAccount } from '../../shared/account.ts';
import { findBodyErrors } from '../../shared/body-errors.ts';
import { ButtonLink } from '../../shared/button-link.tsx';
import { IssuedChoice, trackUpdate } from '../../shared/choices.tsx';
import { ConfirmDialog, Dialog } from '../../shared/confirm-dialog.tsx';
import { MoreMenu } from '../../shared/more-menu.tsx';
import { issuerIssuedQuery } from '../../shared/queries.ts';
import { showToast } from '../../shared/toast.tsx';
import { useSendOnce } from '../../shared/use-action.ts';
import type { CertificateItem } from './queries.ts';

type Props = { issuerId: string; issuer: string; design: CertificateItem };
type Action = 'rename' | 'duplicate' | 'default' | 'delete';
type DialogProps = Props & { opened: boolean; close: () => void; refresh: () => Promise<void> };

const MAX_NAME_LENGTH = 100;

/** Less frequent actions on a design. Empty if the role allows none. */
export function DesignActions(props: Props) {
  const { accountId, may } = useAccount();
  const queries = useQueryClient();
  const [action, setAction] = useState<Action>();
  const { issuerId, design } = props;
  if (!may('updateCertificate')) return null;
  const dialog = (own: Action) => ({
    ...props,
    opened: action === own,
    close: () => setAction(undefined),
    refresh: () => queries.invalidateQueries({ queryKey: [accountId, 'issuers', issuerId] }),
  });
  const DeletionDialog = design.badges > 0 || design.isDefault ? InUseDialog : DeleteDialog;
  return (
    <>
      <MoreMenu
        size="compact-sm"
        label={t('certificates.actions', { name: design.name })}
        items={[
          { label: t('certificates.rename'), act: () => setAction('rename') },
          { label: t('certificates.duplicate'), act: () => setAction('duplicate') },
          ...(may('updateBrand')
            ? [
                {
                  label: t(design.isDefault ? 'certificates.unset' : 'certificates.makeDefault'),
                  act: () => setAction('default'),
                },
              ]
            : []),
          { label: t('delete'), act: () => setAction('delete') },
        ]}
      />
      {action === 'rename' && <RenameDialog {...dialog('rename')} />}
      {action === 'duplicate' && <DuplicateDialog {...dialog('duplicate')} />}
      <DefaultDialog {...dialog('default')} />
      <DeletionDialog {...dialog('delete')} />
    </>
  );
}

function RenameDialog({ issuerId, design, opened, close, refresh }: DialogProps) {
  const { api } = useAccount();
  const { certificateId } = design;
  return (
    <NameDialog
      opened={opened}
      close={close}
      title={t('certificates.rename.title', { name: design.name })}
      action={t('certificates.rename')}
      initial={design.name}
      act={async (name) => {
        await api.certificates.update({ issuerId, certificateId, name });
        await refresh();
        showToast(t('certificates.renamed', { name }));
      }}
    />
  );
}

function DuplicateDialog({ issuerId, design, opened, close, refresh }: DialogProps) {
  const { api } = useAccount();
  const { certificateId } = design;
  const sendOnce = useSendOnce();
  return (
    <NameDialog
      opened={opened}
      close={close}
      title={t('certificates.duplicate.title', { name: design.name })}
      action={t('certificates.duplicate')}
      initial={t('certificates.copyOf', { name: design.name }).slice(0, MAX_NAME_LENGTH)}
      act={async (name) => {
        const source = await api.certificates.get({ issuerId, certificateId });
        const copy = { issuerId, name, design: source.design };
        await sendOnce(copy, (once) => api.certificates.create(copy, once));
        await refresh();
        showToast(t('certificates.created', { name }));
      }}
    />
  );
}

type NameDialogProps = Pick<DialogProps, 'opened' | 'close'> & {
  title: string;
  action: string;
  initial: string;
  act: (name: string) => Promise<void>;
};

function NameDialog({ initial, act, ...dialog }: NameDialogProps) {
  const [name, setName] = useState(initial);
  return (
    <ConfirmDialog
      {...dialog}
      isHarmless
      check={() => findBodyErrors(createCertificate.body.pick({ name: true }), { name })}
      act={() => act(name.trim())}
    >
      {(errors) => (
        <TextInput
          label={t('certificates.name')}
          description={t('certificates.name.hint')}
          value={name}
          error={errors.name}
          maxLength={MAX_NAME_LENGTH}
          dir="auto"
          data-autofocus
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
      )}
    </ConfirmDialog>
  );
}

/** Makes the design the issuer's default, or the style of the brand or the usual card again. */
function DefaultDialog({ issuerId, issuer, design, opened, close, refresh }: DialogProps) {
  const here = useAccount();
  const [isUpdating, setUpdating] = useState(false);
  const { kind, name, isDefault } = design;
  const own = isDefault ? 'certificates.unset' : 'certificates.makeDefault';
  const chosen = isDefault ? null : design.certificateId;
  const act = async () => {
    const { jobId } = await here.api.issuers.updateBrand({
      issuerId,
      ...(kind === 'card' ? { cardId: chosen } : { certificateId: chosen }),
      ...(isUpdating && { applyToIssued: true }),
    });
    trackUpdate(here.accountId, jobId, issuer);
    await refresh();
    showToast(t(`${own}.done`, { name }));
  };
  return (
    <ConfirmDialog
      opened={opened}
      close={close}
      title={t(`${own}.title`, { name })}
      action={t(own)}
      isHarmless
      act={act}
    >
      <p>{t(`${own}.words.${kind}`)}</p>
      {opened && (
        <IssuedChoice
          query={issuerIssuedQuery(here, issuerId)}
          isUpdating={isUpdating}
          choose={setUpdating}
        />
      )}
    </ConfirmDialog>
  );
}

function DeleteDialog({ issuerId, design, opened, close, refresh }: DialogProps) {
  const { api } = useAccount();
  const { certificateId, name } = design;
  const act = async () => {
    try {
      await api.certificates.delete({ issuerId, certificateId });
      showToast(t('certificates.deleted', { name }));
    } finally {
      // If a badge has chosen it since, the dialog then says so.
      await refresh();
    }
  };
  return (
    <ConfirmDialog
      opened={opened}
      close={close}
      title={t('certificates.delete.title', { name })}
      action={t('certificates.delete.action')}
      act={act}
    >
      <p>{t('certificates.delete.words')}</p>
    </ConfirmDialog>
  );
}

/** Explains why the design can't be deleted. */
function InUseDialog({ design, opened, close }: DialogProps) {
  const { accountId } = useAccount();
  const { name, badges, isDefault } = design;
  return (
    <Dialog
      opened={opened}
      close={close}
      title={t('certificates.used.title', { name })}
      lockScroll={false}
    >
      <div className="stack">
        {badges > 0 && <p>{t('certificates.used.badges', { count: badges })}</p>}
        {isDefault && <p>{t('certificates.used.default')}</p>}
        <div className="actions">
          <Button variant="default" onClick={close} data-autofocus>
            {t('close')}
          </Button>
          {badges > 0 && (
            <ButtonLink to="/$accountId/badges" params={{ accountId }}>
              {t('certificates.used.show')}
            </ButtonLink>
          )}
        </div>
      </div>
    </Dialog>
  );
}
