import { verifyIssuer } from '@insignia/contract';
import { Button, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useAccount } from '../../shared/account.ts';
import { findBodyErrors } from '../../shared/body-errors.ts';
import { useApiForm } from '../../shared/form.ts';
import { ProblemNotice } from '../../shared/notice.tsx';
import { type Issuer, issuersQuery } from '../../shared/queries.ts';
import { idFromUrl } from '../../shared/random-id.ts';
import { showToast } from '../../shared/toast.tsx';
import { useAction } from '../../shared/use-action.ts';
import { t } from './t.ts';

/** Badges require a verified issuer: enter the emailed code. */
export function VerifyIssuer({ issuer }: { issuer: Issuer }) {
  const here = useAccount();
  const queries = useQueryClient();
  const issuerId = idFromUrl(issuer.id);
  const form = useApiForm({
    draft: `${issuerId}.code`,
    initial: { code: '' },
    check: (fields) => findBodyErrors(verifyIssuer.body, fields),
    fieldOfCode: { invalid_verification_code: 'code' },
    send: ({ code }) => here.api.issuers.verify({ issuerId, code }),
    done: async () => {
      await queries.invalidateQueries(issuersQuery(here));
      showToast(t('issuers.verified.now', { name: issuer.name }));
    },
  });
  const resend = useAction(async () => {
    await here.api.issuers.rotateCode({ issuerId });
    showToast(t('issuers.code.sent', { email: issuer.email }));
  });
  return (
    <form {...form.formProps} className="sheet stack">
      <h2>{t('issuers.verify.title')}</h2>
      <p>{t('issuers.verify.words', { email: issuer.email })}</p>
      <TextInput
        {...form.getInputProps('code')}
        label={t('issuers.code')}
        description={t('issuers.code.hint')}
        autoComplete="one-time-code"
        required
      />
      <ProblemNotice problem={form.problem ?? resend.problem} />
      <div className="actions">
        {here.may('rotateIssuerCode') && (
          <Button variant="default" loading={resend.isBusy} onClick={() => void resend.act()}>
            {t('issuers.code.resend')}
          </Button>
        )}
        <Button type="submit" loading={form.isBusy}>
          {t('issuers.verify')}
        </Button>
      </div>
    </form>
  );
}
