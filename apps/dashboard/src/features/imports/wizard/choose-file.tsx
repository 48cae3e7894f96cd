import { fileLimits } from '@insignia/recipients';
import { ActionIcon, Button, Select, Textarea } from '@mantine/core';
import { IconTableImport, IconX } from '@tabler/icons-react';
import { type ClipboardEvent, useEffect, useId, useRef, useState } from 'react';
import { t } from '../../../messages/en/imports.ts';
import { useAccount } from '../../../shared/account.ts';
import { deleteDraft, readDraft, saveDraft } from '../../../shared/draft.ts';
import { formatRelativeTime } from '../../../shared/format.ts';
import { Notice } from '../../../shared/notice.tsx';
import type { Badge } from '../../../shared/queries.ts';
import { idFromUrl, randomId } from '../../../shared/random-id.ts';
import type { WizardStep } from '../../../shared/search.ts';
import { describeFileError } from '../field-labels.ts';
import { findBadgeAttributes } from '../queries.ts';
import { loadRememberedColumns } from '../remembered-columns.ts';
import type { DraftView } from '../work/view.ts';
import type { WorkerSession } from '../work/worker-session.ts';
import { StepBody } from './steps.tsx';
import { getReaderLocales } from './use-draft.ts';
import classes from './wizard.module.css';

type Props = {
  session: WorkerSession;
  badges: readonly Badge[];
  view: DraftView | undefined;
  badgeId: string;
  show: (view: DraftView) => void;
  fail: () => void;
  go: (step: WizardStep, id?: string) => void;
};

/** Reads a list from a file or pasted cells. */
export function ChooseFile({ session, badges, view, badgeId, show, fail, go }: Props) {
  const { accountId } = useAccount();
  const id = useId();
  const [chosen, setChosen] = useState(badgeId);
  const [reading, setReading] = useState<string>();
  const [error, setError] = useState<string>();
  const cells = useRef<HTMLTextAreaElement>(null);
  const cellsDraft = `${accountId}.cells`;
  const take = async (blob: Blob, name: string) => {
    setError(undefined);
    if (blob.size > fileLimits.bytes) return setError(describeFileError({ reason: 'large' }));
    setReading(name);
    const start = {
      ...{ id: randomId(), key: randomId(), accountId, name },
      options: {
        ...{ badgeId: chosen, attributes: findBadgeAttributes(badges, chosen) },
        skips: true,
      },
    };
    const reader = { locales: getReaderLocales(), remembered: loadRememberedColumns(accountId) };
    try {
      const found = await session.ask('read', start, blob, reader);
      if ('reason' in found) return setError(describeFileError(found));
      if (view) void session.ask('drop', view.id);
      deleteDraft(cellsDraft);
      show(found);
      go('match', found.id);
    } catch {
      setError(t('fileError.lost'));
    } finally {
      setReading(undefined);
    }
  };
  const [typed] = useState(() => readDraft(cellsDraft, { cells: '' })?.values.cells);
  const paste = (text: string) => void take(new Blob([text]), t('file.pasted'));
  // A text field with ten thousand rows would take seconds to lay out.
  const takePasted = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text/plain');
    if (!text.includes('\n')) return;
    event.preventDefault();
    paste(text);
  };
  return (
    <StepBody title={t('steps.file')} isFirst={view === undefined}>
      <SavedDrafts session={session} shown={view?.id} open={(draft) => go('match', draft)} />
      <div className="sheet stack">
        <Select
          label={t('imports.badge')}
          data={badges.map((one) => ({ value: idFromUrl(one.id), label: one.name }))}
          value={chosen || null}
          placeholder={t('imports.badge.choose')}
          searchable
          allowDeselect={false}
          onChange={(value) => {
            const next = value ?? '';
            setChosen(next);
            if (!view) return;
            const change = { badgeId: next, attributes: findBadgeAttributes(badges, next) };
            const remembered = loadRememberedColumns(accountId);
            session.ask('setOptions', { ...view.options, ...change }, remembered).then(show, fail);
          }}
        />
        <div className={classes.drop} data-busy={reading !== undefined || undefined}>
          <IconTableImport size={36} stroke={1.3} aria-hidden />
          <label htmlFor={id}>
            {reading === undefined ? t('file.words') : t('file.reading', { name: reading })}
          </label>
          <p id={`${id}-hint`} className="fine">
            {t('file.hint', { rows: fileLimits.rows })}
          </p>
          <input
            id={id}
            type="file"
            aria-label={t('file.label')}
            aria-describedby={`${id}-hint`}
            aria-invalid={error ? true : undefined}
            accept=".csv,.tsv,.txt,.xlsx,.xlsm,text/csv,text/tab-separated-values"
            disabled={reading !== undefined}
            data-loading={reading !== undefined || undefined}
            onChange={({ currentTarget }) => {
              const file = currentTarget.files?.[0];
              if (file) void take(file, file.name);
              // Allows choosing the corrected file again.
              currentTarget.value = '';
            }}
          />
        </div>
        {error && <Notice tone="bad">{error}</Notice>}
        <Textarea
          ref={cells}
          label={t('file.paste')}
          description={t('file.paste.hint')}
          rows={3}
          spellCheck={false}
          defaultValue={typed}
          onChange={({ currentTarget }) =>
            saveDraft(cellsDraft, { values: { cells: currentTarget.value }, key: cellsDraft })
          }
          onPaste={takePasted}
        />
        <div className={classes.ways}>
          <Button
            variant="default"
            loading={reading !== undefined}
            onClick={() => paste(cells.current?.value ?? '')}
          >
            {t('file.paste.read')}
          </Button>
          {view && <Button onClick={() => go('match')}>{t('continue')}</Button>}
        </div>
      </div>
    </StepBody>
  );
}

type ListedDraft = { id: string; name: string; savedAt: number };
type SavedDraftsProps = {
  session: WorkerSession;
  shown: string | undefined;
  open: (id: string) => void;
};

/** Unfinished drafts. */
function SavedDrafts({ session, shown, open }: SavedDraftsProps) {
  const { accountId } = useAccount();
  const [drafts, setDrafts] = useState<readonly ListedDraft[]>([]);
  useEffect(() => {
    session.ask('drafts', accountId).then(setDrafts, () => setDrafts([]));
  }, [session, accountId]);
  const otherDrafts = drafts.filter(({ id }) => id !== shown);
  if (otherDrafts.length === 0) return null;
  const drop = (id: string) => {
    setDrafts((before) => before.filter((one) => one.id !== id));
    void session.ask('drop', id);
  };
  return (
    <ul className={classes.kept} aria-label={t('file.saved.title')}>
      {otherDrafts.map(({ id, name, savedAt }) => (
        <li key={id}>
          <Button variant="subtle" size="compact-sm" onClick={() => open(id)}>
            {t('file.saved', { name, ago: formatRelativeTime(savedAt) })}
          </Button>
          <ActionIcon
            variant="subtle"
            size="sm"
            aria-label={t('file.saved.discard', { name })}
            onClick={() => drop(id)}
          >
            <IconX size={14} aria-hidden />
          </ActionIcon>
        </li>
      ))}
    </ul>
  );
}
