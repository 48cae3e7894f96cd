import type { IssuerDesign } from '@insignia/design';
import { Button, Select } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../../messages/en/certificates.ts';
import { useAccount } from '../../../shared/account.ts';
import { Dialog } from '../../../shared/confirm-dialog.tsx';
import { saveAs } from '../../../shared/downloads.ts';
import { Notice, ProblemNotice } from '../../../shared/notice.tsx';
import { useAction } from '../../../shared/use-action.ts';
import { DesignPicture } from '../design-picture.tsx';
import type { PreviewRequest } from '../queries.ts';

type Recipient = Omit<PreviewRequest, 'design'>;
const recipients = {
  sample: {},
  longest_name: { recipient: 'longest_name' },
  shortest_name: { recipient: 'shortest_name' },
  arabic: { recipientName: 'مريم بنت عبد الله الأسطرلابي' },
  chinese: { recipientName: '欧阳清照' },
  devanagari: { recipientName: 'आनंदीबाई गोपाळराव जोशी' },
} as const satisfies Record<string, Recipient>;
type RecipientChoice = keyof typeof recipients;

type Props = { issuerId: string; design: IssuerDesign; close: () => void };

/** The design as the service draws it, for names that are hard to fit. */
export function DesignPreview({ issuerId, design, close }: Props) {
  const [choice, setChoice] = useState<RecipientChoice>('sample');
  const request = { design, ...recipients[choice] };
  const isCard = design.kind === 'card';
  return (
    <Dialog close={close} title={t('certificates.preview')} size="64rem">
      <div className="stack">
        <Select
          label={t('certificates.preview.name')}
          data={Object.keys(recipients).map((value) => ({
            value,
            label: t(`certificates.preview.${value as RecipientChoice}`),
          }))}
          value={choice}
          allowDeselect={false}
          onChange={(value) => value && setChoice(value as RecipientChoice)}
        />
        <DesignPicture
          issuerId={issuerId}
          request={request}
          alt={t(isCard ? 'certificates.preview.card' : 'certificates.preview.picture')}
        >
          {({ isWhole, names }) => (
            <>
              {(names === 'newest' || names === 'sample') && (
                <p className="fine" role="status">
                  {t(`certificates.preview.names.${names}`)}
                </p>
              )}
              {!isWhole && (
                <Notice tone="warn" isAnnounced>
                  {t('certificates.preview.missing')}
                </Notice>
              )}
            </>
          )}
        </DesignPicture>
        {!isCard && <PdfButtons issuerId={issuerId} request={request} />}
      </div>
    </Dialog>
  );
}

type PdfProps = { issuerId: string; request: PreviewRequest };

function PdfButtons({ issuerId, request }: PdfProps) {
  const { api } = useAccount();
  const open = async (file: 'certificate.pdf' | 'print.pdf') => {
    const answer = await api.certificates.preview({ issuerId, ...request, file });
    openPdf(await answer.blob(), file);
  };
  const whole = useAction(() => open('certificate.pdf'));
  const print = useAction(() => open('print.pdf'));
  return (
    <>
      <ProblemNotice problem={whole.problem ?? print.problem} />
      <p className="fine">{t('certificates.preview.print.hint')}</p>
      <div className="actions">
        <Button variant="default" loading={whole.isBusy} onClick={() => void whole.act()}>
          {t('certificates.preview.pdf')}
        </Button>
        <Button variant="default" loading={print.isBusy} onClick={() => void print.act()}>
          {t('certificates.preview.print')}
        </Button>
      </div>
    </>
  );
}

const keepForMs = 60_000;

/** In a new tab, or as a download if the browser blocks the tab. */
function openPdf(pdf: Blob, name: string): void {
  const address = URL.createObjectURL(pdf);
  if (!window.open(address, '_blank')) saveAs(pdf, name);
  // The tab reads it while it loads.
  setTimeout(() => URL.revokeObjectURL(address), keepForMs);
}
