import { verifyIssuer } from '@insignia/contract';
import { Button, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useHere } from '../../shared/account.ts';
import { faultsOf } from '../../shared/faults.ts';
import { useForm } from '../../shared/form.ts';
import { ProblemNotice } from '../../shared/notice.tsx';
import { type Issuer, issuersQuery } from '../../shared/queries.ts';
import { bareId } from '../../shared/random-id.ts';
import { tell } from '../../shared/toast.tsx';
import { useAct } from '../../shared/use-act.ts';
import { t } from './t.ts';

/** Badges require a verified issuer: enter the emailed code. */
export function Verify({ issuer }: { issuer: Issuer }) {
  const here = useHere();
  const queries = useQueryClient();
  const issuerId = bareId(issuer.id);
  const form = useForm({
    draft: `${issuerId}.code`,
    initial: { code: '' },
    check: (fields) => faultsOf(verifyIssuer.body, fields),
    fieldOfCode: { invalid_verification_code: 'code' },
    send: ({ code }) => here.api.issuers.verify({ issuerId, code }),
    done: async () => {
      await queries.invalidateQueries(issuersQuery(here));
      tell(t('issuers.verified.now', { name: issuer.name }));
    },
  });
  const resend = useAct(async () => {
    await here.api.issuers.rotateCode({ issuerId });
    tell(t('issuers.code.sent', { email: issuer.email }));
  });
  return (
    <form {...form.form} className="sheet stack">
      <h2>{t('issuers.verify.title')}</h2>
      <p>{t('issuers.verify.words', { email: issuer.email })}</p>
      <TextInput
        {...form.text('code')}
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
