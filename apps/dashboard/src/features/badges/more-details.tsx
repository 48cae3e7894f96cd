import type { ComponentProps } from 'react';
import { Disclosure } from '../../shared/disclosure.tsx';
import { useDisclosed } from '../../shared/use-disclosed.ts';
import { whenOpened } from '../../shared/when-opened.tsx';
import { hasDetails, noDetails } from './details.ts';
import type { DetailsFields } from './details-fields.tsx';
import { t } from './t.ts';

const Fields = whenOpened(async () => (await import('./details-fields.tsx')).DetailsFields);

/** Open if any are set. */
export function MoreDetails({ form }: Pick<ComponentProps<typeof DetailsFields>, 'form'>) {
  const isWrong = Object.keys(form.faults).some((path) => (path.split('.')[0] ?? '') in noDetails);
  const [isOpen, setOpen] = useDisclosed(hasDetails(form.values), isWrong);
  return (
    <>
      <Disclosure controls="badge-details" isOpen={isOpen} toggle={() => setOpen(!isOpen)}>
        {t('badges.more')}
      </Disclosure>
      <Fields opened={isOpen} form={form} />
    </>
  );
}
