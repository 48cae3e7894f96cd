import {
  type EmailTemplate,
  fieldPlaceholder,
  hasTemplateField,
  type TemplateField,
  templateFields,
  templateLimits,
  updateEmailTemplates,
} from '@insignia/contract';
import { Button, Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { t } from '../../messages/en/templates.ts';
import { type AccountContextValue, useAccount } from '../../shared/account.ts';
import { findBodyErrors } from '../../shared/body-errors.ts';
import { EditForm } from '../../shared/edit-form.tsx';
import { useApiForm } from '../../shared/form.ts';
import { showToast } from '../../shared/toast.tsx';
import { TemplatePreview } from './preview.tsx';
import { type ChosenEmail, type SavedTemplates, templatesQuery } from './queries.ts';
import classes from './templates.module.css';

type Fields = Record<TemplateField, string>;

const toFields = (template: EmailTemplate = {}): Fields => {
  const { subject = '', greeting = '', text = '', button = '' } = template;
  return { subject, greeting, text, button };
};

const labels: Record<TemplateField, string> = {
  subject: t('templates.subject'),
  greeting: t('templates.greeting'),
  text: t('templates.text'),
  button: t('templates.button'),
};

type Props = { saved: SavedTemplates; chosen: ChosenEmail };

/** The template of one email in one language, with its preview. */
export function EditTemplate({ saved, chosen }: Props) {
  const here = useAccount();
  const queries = useQueryClient();
  const { message, language, issuerId, badgeId } = chosen;
  const query = templatesQuery(here, chosen);
  const isAllowed = here.may('updateEmailTemplates');
  const form = useApiForm({
    draft: `${badgeId ?? issuerId ?? here.accountId}.template.${message}.${language}`,
    initial: toFields(saved.templates[message]?.[language]),
    etag: saved.etag,
    check: (fields) => findTemplateErrors(chosen, fields),
    send: (fields, _, ifMatch) => saveTemplate(here, chosen, fields, ifMatch),
    fieldOf: Object.fromEntries(
      templateFields.map((field) => [`${message}.${language}.${field}`, field]),
    ),
    done: (now) => {
      queries.setQueryData(query.queryKey, now);
      void queries.invalidateQueries({ queryKey: [here.accountId, 'email-templates'] });
      showToast(t('templates.saved'));
    },
  });
  const inherited = saved.inherited[message]?.[language] ?? {};
  const fields = templateFields.filter((field) => hasTemplateField(message, field));
  const focused = useRef<TemplateField>('text');
  const inputs = useRef<Partial<Record<TemplateField, HTMLInputElement | HTMLTextAreaElement>>>({});
  const insert = (name: string) => {
    const input = inputs.current[focused.current];
    if (!input) return;
    const [start, end] = [input.selectionStart ?? 0, input.selectionEnd ?? 0];
    const { value } = input;
    const text = `{{${name}}}`;
    form.setFieldValue(focused.current, value.slice(0, start) + text + value.slice(end));
    input.focus();
    // The caret moves once React has written the new value.
    requestAnimationFrame(() => input.setSelectionRange(start + text.length, start + text.length));
  };
  return (
    <div className={classes.beside}>
      <EditForm
        form={form}
        query={query}
        toFields={(now) => toFields(now.templates[message]?.[language])}
        labels={labels}
        pictures={[]}
        isAllowed={isAllowed}
      >
        <p className="fine">
          {t('templates.fallback')}{' '}
          {t(message === 'claimCode' ? 'templates.inOwnLanguage' : 'templates.inBrandLanguage')}
        </p>
        {fields.map((field) => {
          const props = {
            ...form.getInputProps(field),
            label: labels[field],
            placeholder: inherited[field] ?? '',
            maxLength: templateLimits[field],
            readOnly: !isAllowed,
            lang: language,
            dir: 'auto',
            onFocus: () => {
              focused.current = field;
            },
            ref: (input: HTMLInputElement | HTMLTextAreaElement | null) => {
              if (input) inputs.current[field] = input;
            },
          };
          return field === 'text' ? (
            <Textarea
              key={field}
              {...props}
              description={t('templates.text.hint')}
              autosize
              minRows={6}
              maxRows={20}
            />
          ) : (
            <TextInput key={field} {...props} />
          );
        })}
        {isAllowed && (
          <>
            <StartOver
              fields={fields}
              values={form.values}
              inherited={inherited}
              setFieldValue={form.setFieldValue}
            />
            <PlaceholderList names={saved.placeholders[message]} insert={insert} />
          </>
        )}
      </EditForm>
      <TemplatePreview
        chosen={chosen}
        template={form.values}
        isValid={findTemplateErrors(chosen, form.values).length === 0}
      />
    </div>
  );
}

function saveTemplate(
  { api }: AccountContextValue,
  { message, language, issuerId, badgeId }: ChosenEmail,
  fields: Fields,
  ifMatch: string | undefined,
): Promise<SavedTemplates> {
  const options = ifMatch === undefined ? {} : { ifMatch };
  const change = { [message]: { [language]: fields } };
  if (badgeId) return api.badges.updateEmailTemplates({ badgeId, ...change }, options);
  if (issuerId) return api.issuers.updateEmailTemplates({ issuerId, ...change }, options);
  return api.emailTemplates.update(change, options);
}

function findTemplateErrors({ message, language }: ChosenEmail, fields: Fields) {
  const body = { [message]: { [language]: fields } };
  return findBodyErrors(updateEmailTemplates.body, body).map(({ path, ...error }) => ({
    ...error,
    path: path.split('.').at(-1) ?? '',
  }));
}

type StartOverProps = {
  fields: TemplateField[];
  values: Fields;
  inherited: EmailTemplate;
  setFieldValue: (field: TemplateField, value: string) => void;
};

/** Fills empty fields with the texts they fall back to, or clears all. */
function StartOver({ fields, values, inherited, setFieldValue }: StartOverProps) {
  const empty = fields.filter((field) => values[field] === '' && inherited[field]);
  return (
    <div className={classes.startOver}>
      {empty.length > 0 && (
        <Button
          variant="subtle"
          size="compact-sm"
          onClick={() => {
            for (const field of empty) setFieldValue(field, inherited[field] ?? '');
          }}
        >
          {t('templates.fill')}
        </Button>
      )}
      {empty.length < fields.length && (
        <Button
          variant="subtle"
          size="compact-sm"
          onClick={() => {
            for (const field of fields) setFieldValue(field, '');
          }}
        >
          {t('templates.clear')}
        </Button>
      )}
    </div>
  );
}

type ListProps = { names: readonly string[]; insert: (name: string) => void };

function PlaceholderList({ names, insert }: ListProps) {
  return (
    <section className={classes.placeholders} aria-labelledby="placeholders">
      <h2 id="placeholders">{t('templates.placeholders')}</h2>
      <p className="fine">{t('templates.placeholders.hint')}</p>
      <ul>
        {names.map((name) => (
          <li key={name}>
            <Button
              variant="default"
              size="compact-sm"
              aria-label={t('templates.insert', { what: describePlaceholder(name) })}
              onClick={() => insert(name)}
            >
              {describePlaceholder(name)}
            </Button>
            <code>{`{{${name}}}`}</code>
          </li>
        ))}
      </ul>
    </section>
  );
}

const descriptions = {
  recipient_name: t('templates.placeholder.recipient_name'),
  badge_name: t('templates.placeholder.badge_name'),
  issuer_name: t('templates.placeholder.issuer_name'),
  issuer_email: t('templates.placeholder.issuer_email'),
  issued_on: t('templates.placeholder.issued_on'),
  expires: t('templates.placeholder.expires'),
  credential_url: t('templates.placeholder.credential_url'),
  days_left: t('templates.placeholder.days_left'),
} as const;

function describePlaceholder(name: string): string {
  if (name.startsWith(fieldPlaceholder))
    return t('templates.placeholder.field', { name: name.slice(fieldPlaceholder.length) });
  return descriptions[name as keyof typeof descriptions] ?? name;
}
