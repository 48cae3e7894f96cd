import type { ComponentProps } from 'react';
import { t } from '../../messages/en/badges.ts';
import { Disclosure, useAutoOpen } from '../../shared/disclosure.tsx';
import { hasErrorsIn } from '../../shared/form.ts';
import { createLazyDialog } from '../../shared/lazy-part.tsx';
import { emptyDetails, hasDetails } from './details.ts';
import type { DetailsFields } from './details-fields.tsx';

const Fields = createLazyDialog(async () => (await import('./details-fields.tsx')).DetailsFields);

/** Optional details. Open if any are set or have an error. */
export function MoreBadgeDetails({ form }: Pick<ComponentProps<typeof DetailsFields>, 'form'>) {
  const isWrong = hasErrorsIn(form.errors, emptyDetails);
  const [isOpen, setOpen] = useAutoOpen(hasDetails(form.values), isWrong);
  return (
    <>
      <Disclosure controls="badge-details" isOpen={isOpen} toggle={() => setOpen(!isOpen)}>
        {t('badges.more')}
      </Disclosure>
      <Fields opened={isOpen} form={form} />
    </>
  );
}
