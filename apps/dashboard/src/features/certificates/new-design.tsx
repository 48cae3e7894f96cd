import { createCertificate, defaultBrand } from '@insignia/contract';
import type { IssuerDesign } from '@insignia/design';
import { Button, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { t } from '../../messages/en/certificates.ts';
import { useAccount } from '../../shared/account.ts';
import { findBodyErrors } from '../../shared/body-errors.ts';
import { Dialog } from '../../shared/confirm-dialog.tsx';
import { useApiForm } from '../../shared/form.ts';
import { ProblemNotice } from '../../shared/notice.tsx';
import { brandQuery } from '../../shared/queries.ts';
import { QueryContent } from '../../shared/query-content.tsx';
import { type CertificateTemplate, certificateTemplatesQuery } from './queries.ts';
import classes from './starting-points.module.css';
import { BLANK, StartingPoints } from './starting-points.tsx';

type Props = { issuerId: string; kind: IssuerDesign['kind']; close: () => void };

/** Creates a design from a style, a template or a blank page, and opens it. */
export function NewDesign({ issuerId, kind, close }: Props) {
  const here = useAccount();
  const query = useQuery(certificateTemplatesQuery(here, issuerId, kind));
  return (
    <Dialog
      close={close}
      title={t(kind === 'card' ? 'certificates.newCard' : 'certificates.new')}
      size="64rem"
      lockScroll={false}
    >
      <QueryContent query={query}>
        {(templates) => (
          <Form issuerId={issuerId} kind={kind} templates={templates} close={close} />
        )}
      </QueryContent>
    </Dialog>
  );
}

type FormProps = Props & { templates: readonly CertificateTemplate[] };

function Form({ issuerId, kind, templates, close }: FormProps) {
  const here = useAccount();
  const { accountId, api } = here;
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { paper, orientation } = useQuery(brandQuery(here, issuerId)).data ?? defaultBrand;
  const sheet = kind === 'card' ? {} : { paper, orientation };
  const empty = { insigniaDesign: 1, kind, ...sheet, layers: [] };
  const toBody = ({ name, start }: { name: string; start: string }) => ({
    name,
    design: templates.find(({ style }) => style === start)?.design ?? empty,
  });
  const form = useApiForm({
    initial: { name: '', start: templates[0]?.style ?? BLANK },
    check: (fields) => findBodyErrors(createCertificate.body, toBody(fields)),
    send: (fields, idempotencyKey) =>
      api.certificates.create({ issuerId, ...toBody(fields) }, { idempotencyKey }),
    done: async ({ certificateId }) => {
      await navigate({
        to: '/$accountId/issuers/$issuerId/certificates/$certificateId',
        params: { accountId, issuerId, certificateId },
      });
      await queries.invalidateQueries({
        queryKey: [accountId, 'issuers', issuerId, 'certificates'],
      });
    },
  });
  return (
    <form {...form.formProps} className="stack">
      <TextInput
        {...form.getInputProps('name')}
        label={t('certificates.name')}
        description={t('certificates.name.hint')}
        maxLength={100}
        dir="auto"
        // The dialog opens before its fields are loaded.
        autoFocus
        required
      />
      <StartingPoints
        issuerId={issuerId}
        kind={kind}
        templates={templates}
        empty={empty}
        chosen={form.values.start}
        choose={(start) => form.setFieldValue('start', start)}
      />
      <ProblemNotice problem={form.problem} />
      <div className={`actions ${classes.footer}`}>
        <Button variant="default" onClick={close}>
          {t('cancel')}
        </Button>
        <Button type="submit" loading={form.isBusy}>
          {t('certificates.create')}
        </Button>
      </div>
    </form>
  );
}
