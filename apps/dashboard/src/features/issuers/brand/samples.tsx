import { certificateStyles } from '@insignia/contract';
import { Select, TextInput } from '@mantine/core';
import { useDebouncedValue, useInViewport } from '@mantine/hooks';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../../../messages/en/brand.ts';
import { useAccount } from '../../../shared/account.ts';
import { badgesQuery, credentialsQuery } from '../../../shared/queries.ts';
import type { BrandForm } from './fields.ts';
import { BrandSample } from './preview.tsx';
import classes from './samples.module.css';

type Props = { form: BrandForm; issuerId: string };
const sampleId = '';

/** Previews of every certificate style and the card, with unsaved changes. */
export function BrandSamples({ form, issuerId }: Props) {
  const { values, setFieldValue } = form;
  const { ref, inViewport } = useInViewport();
  const [wasSeen, setSeen] = useState(false);
  if (inViewport && !wasSeen) setSeen(true);
  const [credentialId, setCredential] = useState(sampleId);
  const [recipientName, setName] = useState('');
  const issued = useIssuedOptions(issuerId, wasSeen);
  const [fields] = useDebouncedValue(values, 600);
  const [name] = useDebouncedValue(recipientName.trim(), 600);
  const credential = credentialId ? { credentialId } : { ...(name && { recipientName: name }) };
  const request = { fields, issuerId, credential, isEnabled: wasSeen };
  const chosen = certificateStyles.find((style) => style === fields.certificateStyle);
  return (
    <section ref={ref} className={`sheet stack ${classes.samples}`} aria-labelledby="samples">
      <div>
        <h2 id="samples">{t('brand.samples')}</h2>
        <p className="fine">{t('brand.samples.lead')}</p>
      </div>
      <div className={classes.whose}>
        <Select
          label={t('brand.samples.whose')}
          data={[{ value: sampleId, label: t('brand.samples.sample') }, ...issued]}
          value={credentialId}
          searchable={issued.length > 8}
          allowDeselect={false}
          onChange={(id) => setCredential(id ?? sampleId)}
        />
        {credentialId === sampleId && (
          <TextInput
            label={t('brand.samples.name')}
            value={recipientName}
            maxLength={120}
            dir="auto"
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
        )}
      </div>
      {chosen && (
        <BrandSample
          {...request}
          file="certificate.png"
          style={chosen}
          alt={t('brand.samples.certificate', { style: t(`brand.style.${chosen}`) })}
        />
      )}
      <ul className={classes.styles}>
        {certificateStyles.map((style) => (
          <li key={style}>
            <button
              type="button"
              aria-pressed={style === values.certificateStyle}
              onClick={() => setFieldValue('certificateStyle', style)}
            >
              <BrandSample {...request} file="certificate.png" style={style} alt="" />
              <span>{t(`brand.style.${style}`)}</span>
            </button>
          </li>
        ))}
      </ul>
      <div className={classes.shared}>
        <h3>{t('brand.samples.card')}</h3>
        <p className="fine">{t('brand.samples.card.lead')}</p>
        <BrandSample {...request} file="card.png" style={undefined} alt={t('brand.samples.card')} />
      </div>
    </section>
  );
}

/** The newest credentials of this issuer, as options. */
function useIssuedOptions(
  issuerId: string,
  isEnabled: boolean,
): { value: string; label: string }[] {
  const here = useAccount();
  const badges = useQuery({ ...badgesQuery(here), enabled: isEnabled });
  const credentials = useInfiniteQuery({ ...credentialsQuery(here), enabled: isEnabled });
  const own = new Set(
    badges.data?.filter(({ issuer }) => issuer.endsWith(issuerId)).map(({ id }) => id),
  );
  return (credentials.data?.pages[0]?.awards ?? [])
    .filter(({ badge }) => own.has(badge.id))
    .map(({ id, badge, recipient }) => ({ value: id, label: `${recipient.name}: ${badge.name}` }));
}
