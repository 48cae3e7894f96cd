import { Tabs } from '@mantine/core';
import { t } from '../../messages/en/webhooks.ts';
import { CopyButton } from '../../shared/copy-button.tsx';
import { receiverSamples } from './receiver-samples.ts';
import classes from './webhooks.module.css';

/** Shows how a receiver verifies signatures. */
export function SignatureGuide() {
  return (
    <section className="sheet stack">
      <div>
        <h2>{t('webhooks.check')}</h2>
        <p className={classes.words}>{t('webhooks.check.words')}</p>
      </div>
      <Tabs defaultValue={receiverSamples[0].language} keepMounted={false} color="var(--accent)">
        <Tabs.List aria-label={t('webhooks.check.language')}>
          {receiverSamples.map(({ language }) => (
            <Tabs.Tab key={language} value={language}>
              {language}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {receiverSamples.map(({ language, code }) => (
          <Tabs.Panel key={language} value={language}>
            <pre>{code}</pre>
            <CopyButton text={code} size="compact-sm" />
          </Tabs.Panel>
        ))}
      </Tabs>
    </section>
  );
}
