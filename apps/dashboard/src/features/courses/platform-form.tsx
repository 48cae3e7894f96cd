import { createLtiPlatform, updateLtiPlatform } from '@insignia/contract';
import type { Client } from '@insignia/sdk';
import { Textarea, TextInput } from '@mantine/core';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { t } from '../../messages/en/courses.ts';
import { type AccountContextValue, useAccount } from '../../shared/account.ts';
import { findBodyErrors } from '../../shared/body-errors.ts';
import { useApiForm } from '../../shared/form.ts';
import { FormFooter } from '../../shared/form-footer.tsx';
import { LeaveGuard } from '../../shared/leave-guard.tsx';
import { showToast } from '../../shared/toast.tsx';

export type PlatformList = Awaited<ReturnType<Client['courses']['platforms']>>;
export type Platform = PlatformList['items'][number];

export const platformsKey = (accountId: string) => ({ queryKey: [accountId, 'courses'] });
export const platformsQuery = ({ accountId, api }: AccountContextValue) =>
  queryOptions({
    ...platformsKey(accountId),
    queryFn: ({ signal }) => api.courses.platforms({}, { signal }),
  });

const toValues = (platform: Platform | undefined) => ({
  name: platform?.name ?? '',
  issuer: platform?.issuer ?? '',
  clientId: platform?.clientId ?? '',
  deploymentIds: platform?.deploymentIds.join('\n') ?? '',
  authorizationUrl: platform?.authorizationUrl ?? '',
  tokenUrl: platform?.tokenUrl ?? '',
  jwksUrl: platform?.jwksUrl ?? '',
});
type Values = ReturnType<typeof toValues>;
const toBody = ({ deploymentIds, ...values }: Values) => ({
  ...values,
  deploymentIds: deploymentIds.split('\n').flatMap((line) => line.trim() || []),
});

/** Registers a platform, or changes one. */
export function PlatformForm({ platform, close }: { platform?: Platform; close: () => void }) {
  const { accountId, api } = useAccount();
  const queries = useQueryClient();
  const platformId = platform?.platformId;
  const form = useApiForm({
    initial: toValues(platform),
    check: (values) =>
      findBodyErrors((platformId ? updateLtiPlatform : createLtiPlatform).body, toBody(values)),
    send: (values) =>
      platformId
        ? api.courses.updatePlatform({ platformId, ...toBody(values) })
        : api.courses.createPlatform(toBody(values)),
    done: async (_, { name }) => {
      await queries.invalidateQueries(platformsKey(accountId));
      showToast(t(platformId ? 'courses.saved' : 'courses.created', { name }));
      close();
    },
  });
  const { getInputProps } = form;
  const text = (name: keyof Values, isFixed = false) => (
    <TextInput
      {...getInputProps(name)}
      label={t(`courses.${name}`)}
      description={t(`courses.${name}.hint`)}
      autoComplete="off"
      disabled={isFixed}
      required
    />
  );
  return (
    <form {...form.formProps} className="sheet stack">
      <h2>{t(platformId ? 'courses.edit' : 'courses.new')}</h2>
      {text('name')}
      {text('issuer', platformId !== undefined)}
      {text('clientId', platformId !== undefined)}
      <Textarea
        {...getInputProps('deploymentIds')}
        label={t('courses.deploymentIds')}
        description={t('courses.deploymentIds.hint')}
        autosize
      />
      {text('authorizationUrl')}
      {text('tokenUrl')}
      {text('jwksUrl')}
      <FormFooter form={form} action={t(platformId ? 'save' : 'courses.new')} cancel={close} />
      <LeaveGuard isDirty={form.isDirty} drop={form.discard} />
    </form>
  );
}
