import { createCertificate, defaultBrand } from '@insignia/contract';
import { Button, Modal, Select, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { t } from '../../messages/en/certificates.ts';
import { useAccount } from '../../shared/account.ts';
import { findBodyErrors } from '../../shared/body-errors.ts';
import { useApiForm } from '../../shared/form.ts';
import { ProblemNotice } from '../../shared/notice.tsx';
import { brandQuery } from '../../shared/queries.ts';
import { QueryContent } from '../../shared/query-content.tsx';
import { DesignPicture } from './design-picture.tsx';
import { nameStart } from './names.ts';
import { type CertificateTemplate, certificateTemplatesQuery } from './queries.ts';

type Props = { issuerId: string; close: () => void };

/** Creates a design from a style, a template or a blank page, and opens it. */
export function NewDesign({ issuerId, close }: Props) {
  const here = useAccount();
  const query = useQuery(certificateTemplatesQuery(here, issuerId));
  return (
    <Modal
      opened
      onClose={close}
      title={t('certificates.new')}
      size="40rem"
      lockScroll={false}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <QueryContent query={query}>
        {(templates) => <Form issuerId={issuerId} templates={templates} close={close} />}
      </QueryContent>
    </Modal>
  );
}

const blank = '';

type FormProps = Props & { templates: readonly CertificateTemplate[] };

function Form({ issuerId, templates, close }: FormProps) {
  const here = useAccount();
  const { accountId, api } = here;
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { paper, orientation } = useQuery(brandQuery(here, issuerId)).data ?? defaultBrand;
  const empty = { insigniaDesign: 1, kind: 'certificate', paper, orientation, layers: [] };
  const toBody = ({ name, start }: { name: string; start: string }) => ({
    name,
    design: templates.find(({ style }) => style === start)?.design ?? empty,
  });
  const form = useApiForm({
    initial: { name: '', start: templates[0]?.style ?? blank },
    check: (fields) => findBodyErrors(createCertificate.body, toBody(fields)),
    send: (fields) => api.certificates.create({ issuerId, ...toBody(fields) }),
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
  const { design } = toBody(form.values);
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
      <Select
        {...form.getInputProps('start')}
        label={t('certificates.start')}
        description={t('certificates.start.hint')}
        data={[
          ...templates.map(({ style }) => ({ value: style, label: nameStart(style) })),
          { value: blank, label: t('certificates.start.blank') },
        ]}
        allowDeselect={false}
      />
      {design !== empty && (
        <DesignPicture
          issuerId={issuerId}
          request={{ design }}
          alt={t('certificates.start.picture')}
        />
      )}
      <ProblemNotice problem={form.problem} />
      <div className="actions">
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
