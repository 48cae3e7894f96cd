import type { EmailTemplate } from '@insignia/contract';
import { Button, Loader, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { t } from '../../messages/en/templates.ts';
import { useAccount } from '../../shared/account.ts';
import { ProblemNotice } from '../../shared/notice.tsx';
import { describeProblem, isTransient } from '../../shared/problem.ts';
import { badgesQuery, credentialsQuery } from '../../shared/queries.ts';
import { showToast } from '../../shared/toast.tsx';
import { useAction } from '../../shared/use-action.ts';
import {
  type ChosenEmail,
  type EmailPreview,
  previewQuery,
  type TemplateLevel,
} from './queries.ts';
import classes from './templates.module.css';

type Props = { chosen: ChosenEmail; template: EmailTemplate; isValid: boolean };

const sample = '';
const pauseMs = 400;

/** The email with unsaved changes, for a credential or a sample. */
export function TemplatePreview({ chosen, template, isValid }: Props) {
  const here = useAccount();
  const [credentialId, setCredential] = useState(sample);
  const issued = useIssuedOptions(chosen);
  const [typed] = useDebouncedValue(template, pauseMs);
  const request = { ...chosen, template: typed, ...(credentialId && { credentialId }) };
  const { data, error, isFetching } = useQuery({
    ...previewQuery(here, request),
    enabled: isValid,
  });
  // Field errors appear when saving.
  const isRefused = !isValid || (error !== null && !isFetching && !isTransient(error));
  const problem = error && !isFetching && describeProblem(error);
  const message = isRefused ? t('templates.invalid') : problem;
  const send = useAction(async () => {
    const { to } = await here.api.emailTemplates.test({ ...request, template });
    showToast(t('templates.tested', { to }));
  });
  return (
    <section className={`sheet stack ${classes.preview}`} aria-labelledby="preview">
      <h2 id="preview">{t('templates.preview')}</h2>
      <Select
        label={t('templates.credential')}
        data={[{ value: sample, label: t('templates.sample') }, ...issued]}
        value={credentialId}
        searchable={issued.length > 8}
        allowDeselect={false}
        onChange={(id) => setCredential(id ?? sample)}
      />
      <div aria-busy={isFetching} className="stack">
        {message && <p className="fine">{message}</p>}
        {!data && isFetching && <Loader size="sm" />}
        {data && <ShownEmail email={data} />}
      </div>
      {here.may('testEmailTemplate') && (
        <>
          <div className="actions">
            <Button
              variant="default"
              loading={send.isBusy}
              disabled={!isValid}
              onClick={() => void send.act()}
            >
              {t('templates.test')}
            </Button>
          </div>
          <p className="fine">{t('templates.test.hint')}</p>
          <ProblemNotice problem={send.problem} />
        </>
      )}
    </section>
  );
}

function ShownEmail({ email: { subject, sender, replyTo, html, text } }: { email: EmailPreview }) {
  return (
    <>
      <dl className={classes.header}>
        <dt>{t('templates.from')}</dt>
        <dd>
          <bdi>{sender}</bdi>
        </dd>
        <dt>{t('templates.replyTo')}</dt>
        <dd>{replyTo}</dd>
        <dt>{t('templates.subject')}</dt>
        <dd>
          <strong dir="auto">{subject}</strong>
        </dd>
      </dl>
      <EmailBody html={html} />
      <details className={classes.plain}>
        <summary>{t('templates.plain')}</summary>
        <pre dir="auto">{text}</pre>
      </details>
    </>
  );
}

/**
 * Shows an email apart from the styles of the page. The content security policy refuses inline
 * styles, so they are set by script.
 */
function EmailBody({ html }: { html: string }) {
  const element = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!element.current) return;
    const root = element.current.shadowRoot ?? element.current.attachShadow({ mode: 'open' });
    const [head = '', css = ''] = /<style>([\s\S]*?)<\/style>/.exec(html) ?? [];
    const inert = html.replace(head, '').replaceAll(' style="', ' data-style="');
    const page = new DOMParser().parseFromString(inert, 'text/html');
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    root.adoptedStyleSheets = [sheet];
    const body = document.createElement('div');
    body.className = page.body.className;
    body.dataset.style = page.body.dataset.style ?? '';
    body.lang = page.documentElement.lang;
    body.dir = page.documentElement.dir;
    body.append(...page.body.childNodes);
    for (const styled of [body, ...body.querySelectorAll<HTMLElement>('[data-style]')]) {
      styled.style.cssText = styled.dataset.style ?? '';
      delete styled.dataset.style;
    }
    for (const heading of body.querySelectorAll('h1')) {
      // The screen has its own heading.
      const lower = document.createElement('h3');
      lower.className = heading.className;
      lower.style.cssText = heading.style.cssText;
      lower.append(...heading.childNodes);
      heading.replaceWith(lower);
    }
    for (const link of body.querySelectorAll('a')) {
      link.target = '_blank';
      link.rel = 'noreferrer';
    }
    root.replaceChildren(body);
  }, [html]);
  return <section ref={element} className={classes.email} aria-label={t('templates.email')} />;
}

const MAX_OPTIONS = 50;

/** The newest credentials of the level, as options. */
function useIssuedOptions({ issuerId, badgeId }: TemplateLevel) {
  const here = useAccount();
  const badges = useQuery(badgesQuery(here));
  const credentials = useInfiniteQuery(credentialsQuery(here, badgeId ? { badgeId } : {}));
  const own = new Set(
    badges.data?.filter(({ issuer }) => !issuerId || issuer.endsWith(issuerId)).map(({ id }) => id),
  );
  return (credentials.data?.pages[0]?.awards ?? [])
    .filter(({ badge }) => own.has(badge.id))
    .slice(0, MAX_OPTIONS)
    .map(({ id, badge, recipient }) => ({ value: id, label: `${recipient.name}: ${badge.name}` }));
}
