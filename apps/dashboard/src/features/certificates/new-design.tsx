import { createCertificate, defaultBrand } from '@insignia/contract';
import type { IssuerDesign } from '@insignia/design';
import { Button, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useDeferredValue, useEffect, useId, useRef, useState } from 'react';
import { t } from '../../messages/en/certificates.ts';
import { useAccount } from '../../shared/account.ts';
import { findBodyErrors } from '../../shared/body-errors.ts';
import { Dialog } from '../../shared/confirm-dialog.tsx';
import { useApiForm } from '../../shared/form.ts';
import { ProblemNotice } from '../../shared/notice.tsx';
import { brandQuery } from '../../shared/queries.ts';
import { QueryContent } from '../../shared/query-content.tsx';
import { t as tCommon } from '../../shared/t.ts';
import { DesignPicture } from './design-picture.tsx';
import { nameStart } from './names.ts';
import {
  type CertificateTemplate,
  certificateTemplatesQuery,
  type PreviewRequest,
} from './queries.ts';
import classes from './starting-points.module.css';

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

/** Value of the blank page. */
const BLANK = '';

type Choice = { value: string; name: string; words: string[]; design: PreviewRequest['design'] };
type StartingPointsProps = {
  issuerId: string;
  kind: IssuerDesign['kind'];
  templates: readonly CertificateTemplate[];
  /** The design of the blank page. */
  empty: PreviewRequest['design'];
  chosen: string;
  choose: (start: string) => void;
};

/** Styles, templates and the blank page with previews, found by words of their names and tags. */
function StartingPoints({ issuerId, kind, templates, empty, chosen, choose }: StartingPointsProps) {
  const [search, setSearch] = useState('');
  const searched = useDeferredValue(search);
  const all = templates.map(toChoice);
  const isCard = kind === 'card';
  const blankName = t(isCard ? 'certificates.start.blankCard' : 'certificates.start.blank');
  const blank = { value: BLANK, ...createWords(blankName), design: empty };
  const isTemplate = new Set(templates.filter(({ name }) => name).map(({ style }) => style));
  const groups = [
    {
      title: t(isCard ? 'certificates.cards' : 'certificates.start.styles'),
      choices: [...all.filter(({ value }) => !isTemplate.has(value)), blank],
    },
    {
      title: t('certificates.start.templates'),
      choices: all.filter(({ value }) => isTemplate.has(value)),
    },
  ].map((group) => ({ ...group, choices: group.choices.filter(createFilter(searched)) }));
  const count = groups.reduce((sum, { choices }) => sum + choices.length, 0);
  const name = useId();
  return (
    <>
      {!isCard && (
        <TextInput
          type="search"
          label={tCommon('search')}
          description={t('certificates.start.search')}
          value={search}
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
          // Enter would create the design.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      )}
      <fieldset className={classes.all}>
        <legend>{t('certificates.start')}</legend>
        <p className="fine">{t('certificates.start.hint')}</p>
        <p className="fine" role="status">
          {t('certificates.start.found', { count })}
        </p>
        {groups.map(
          ({ title, choices }) =>
            choices.length > 0 && (
              <section key={title} aria-label={title}>
                <h3>{title}</h3>
                <div className={classes.choices}>
                  {choices.map(({ value, name: label, design }) => (
                    <label key={value} className={classes.choice}>
                      <span className={classes.picture} data-kind={kind}>
                        {value !== BLANK && (
                          <WhenSeen>
                            <DesignPicture issuerId={issuerId} request={{ design }} alt="" />
                          </WhenSeen>
                        )}
                      </span>
                      <span className={classes.name}>
                        <input
                          type="radio"
                          name={name}
                          checked={chosen === value}
                          onChange={() => choose(value)}
                        />
                        {label}
                      </span>
                    </label>
                  ))}
                </div>
              </section>
            ),
        )}
      </fieldset>
    </>
  );
}

function toChoice({ style, name = nameStart(style), tags, design }: CertificateTemplate): Choice {
  return { value: style, ...createWords(name, tags), design };
}

const createWords = (name: string, tags: readonly string[] = []) => ({
  name,
  words: [name, ...tags]
    .join(' ')
    .toLowerCase()
    .split(/[^\p{Letter}\p{Number}]+/u),
});

/** Each word typed starts a word of the name or tags. */
function createFilter(search: string): (choice: Choice) => boolean {
  const typed = search
    .toLowerCase()
    .split(/[^\p{Letter}\p{Number}]+/u)
    .filter(Boolean);
  return ({ words }) => typed.every((part) => words.some((word) => word.startsWith(part)));
}

/** Requests nothing until it is scrolled into view. */
function WhenSeen({ children }: { children: ReactNode }) {
  const place = useRef<HTMLSpanElement>(null);
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    if (!place.current) return;
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      setSeen(true);
    });
    observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
  return (
    <span ref={place} className={classes.place}>
      {isSeen && children}
    </span>
  );
}
