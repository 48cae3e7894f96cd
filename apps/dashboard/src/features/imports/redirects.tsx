import { redirectLimits, removeFormulaGuards } from '@insignia/contract';
import { InsigniaError } from '@insignia/sdk';
import { Button, Select } from '@mantine/core';
import { IconDownload, IconTableImport } from '@tabler/icons-react';
import { queryOptions, type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useId, useMemo, useState } from 'react';
import { t } from '../../messages/en/redirects.ts';
import { type AccountContextValue, useAccount } from '../../shared/account.ts';
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx';
import { CurlExample } from '../../shared/curl-example.tsx';
import { saveAs } from '../../shared/downloads.ts';
import { describeFieldError } from '../../shared/field-errors.ts';
import { formatNumber } from '../../shared/format.ts';
import { Notice, ProblemNotice } from '../../shared/notice.tsx';
import { toSentence } from '../../shared/problem.ts';
import { EmptyState, QueryContent } from '../../shared/query-content.tsx';
import { Screen } from '../../shared/screen.tsx';
import { SearchField } from '../../shared/search-field.tsx';
import { type Column, Table } from '../../shared/table.tsx';
import { useAction } from '../../shared/use-action.ts';
import { VirtualizedTable } from '../../shared/virtual-table.tsx';
import { AllImportsLink } from './import-status.tsx';
import classes from './imports.module.css';
import wizard from './wizard/wizard.module.css';

const route = getRouteApi('/$accountId/imports/redirects');

type Redirect = { host: string; path: string; id: string };
/** `file` is undefined while only the first rows are loaded. */
type Redirects = { file: Blob | undefined; rows: Redirect[] };

const redirectsQuery = ({ accountId, api }: AccountContextValue) =>
  queryOptions({
    queryKey: [accountId, 'redirects'],
    queryFn: async ({ signal, client, queryKey }): Promise<Redirects> => {
      const { body } = await api.redirects.exportCsv({}, { signal });
      const chunks: Uint8Array<ArrayBuffer>[] = [];
      const rows: Redirect[] = [];
      for await (const part of readParts(body)) {
        chunks.push(part.bytes);
        for (const row of part.rows) rows.push(row);
        if (rows.length > SHOWN_EARLY && client.getQueryData(queryKey) === undefined)
          client.setQueryData(queryKey, { file: undefined, rows: [...rows] });
      }
      return { file: new Blob(chunks), rows };
    },
    // An account can run two exports at a time, and these may be large. A user who left while rows
    // were loading gets the others on return.
    staleTime: ({ state }) => (state.data?.file ? Number.POSITIVE_INFINITY : 0),
    refetchOnWindowFocus: false,
  });

/** More redirects than this are shown before all are loaded: 100,000 take seconds. */
const SHOWN_EARLY = 500;

/** The parts of a file as they arrive, with the rows that each completes. */
async function* readParts(body: ReadableStream<Uint8Array<ArrayBuffer>> | null) {
  const decoder = new TextDecoder();
  let text = '';
  for (const reader = body?.getReader(); reader; ) {
    const { done, value: bytes = new Uint8Array() } = await reader.read();
    text += decoder.decode(bytes, { stream: !done });
    const end = done ? text.length : text.lastIndexOf('\n') + 1;
    yield { bytes, rows: readRedirects(text.slice(0, end)) };
    if (done) return;
    text = text.slice(end);
  }
}

const cell = '(?:"((?:[^"]|"")*)"|([^,"]*))';
const line = new RegExp(`^${cell},${cell},${cell}$`);

/** Reads lines of the service's own file, whose cells contain no line breaks. Hosts contain a dot. */
function readRedirects(csv: string): Redirect[] {
  return csv.split(/\r?\n/).flatMap((text) => {
    const found = line.exec(text);
    const [host = '', path = '', id = ''] = [1, 3, 5].map((at) =>
      removeFormulaGuards(found?.[at]?.replaceAll('""', '"') ?? found?.[at + 1] ?? ''),
    );
    return host.includes('.') ? [{ host, path, id }] : [];
  });
}

/** URLs of an earlier service that lead here: the present ones, a file that replaces them, and what else is needed. */
export function RedirectsScreen() {
  const here = useAccount();
  const query = useQuery(redirectsQuery(here));
  const { data } = query;
  return (
    <Screen
      title={t('redirects.title')}
      lead={t('redirects.lead')}
      above={<AllImportsLink />}
      actions={
        data?.file &&
        data.rows.length > 0 && (
          <Button
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={() => data.file && saveAs(data.file, 'redirects.csv')}
          >
            {t('redirects.download')}
          </Button>
        )
      }
    >
      <div className="stack">
        <QueryContent query={query}>
          {({ file, rows }) => (
            <>
              {!file && <Remaining query={query} />}
              {rows.length === 0 ? (
                <EmptyState title={t('redirects.none.title')}>
                  {t('redirects.none.words')}
                </EmptyState>
              ) : (
                <PresentRedirects rows={rows} />
              )}
              {file && here.may('replaceRedirects') && <UploadRedirects count={rows.length} />}
            </>
          )}
        </QueryContent>
        <Steps />
        <CurlExample operation="exportRedirects" />
      </div>
    </Screen>
  );
}

/** Shown while more rows are loading, or when that failed. */
function Remaining({ query }: { query: UseQueryResult<Redirects> }) {
  if (query.isFetching) return <p role="status">{t('redirects.loading')}</p>;
  return (
    <div className="stack">
      <ProblemNotice problem={query.error} />
      <div>
        <Button variant="default" onClick={() => void query.refetch()}>
          {t('redirects.again')}
        </Button>
      </div>
    </div>
  );
}

function PresentRedirects({ rows }: { rows: readonly Redirect[] }) {
  const { accountId } = useAccount();
  const { search = '' } = route.useSearch();
  const navigate = useNavigate();
  const hosts = useMemo(
    () => [...Map.groupBy(rows, ({ host }) => host)].map(([host, all]) => ({ host, all })),
    [rows],
  );
  const shown = useMemo(() => {
    const wanted = search.toLowerCase();
    return rows.filter(({ host, path, id }) =>
      `${host}${path} ${id}`.toLowerCase().includes(wanted),
    );
  }, [rows, search]);
  return (
    <>
      <section className="stack">
        <h2>{t('redirects.hosts')}</h2>
        <VirtualizedTable
          label={t('redirects.hosts')}
          rows={hosts}
          getKey={getHost}
          columns={[
            { title: t('redirects.host'), show: ({ host }) => <bdi>{host}</bdi> },
            {
              title: t('redirects.count'),
              isNumber: true,
              show: ({ all }) => formatNumber(all.length),
            },
          ]}
        />
      </section>
      <section className="stack">
        <header className={classes.head}>
          <h2>{t('redirects.list')}</h2>
          <SearchField
            value={search}
            placeholder={t('redirects.search')}
            onChange={(value) =>
              void navigate({
                to: '/$accountId/imports/redirects',
                params: { accountId },
                search: value ? { search: value } : {},
                replace: true,
              })
            }
          />
        </header>
        {shown.length === 0 ? (
          <p role="status">{t('redirects.search.none')}</p>
        ) : (
          <VirtualizedTable
            label={t('redirects.list')}
            rows={shown}
            getKey={getKey}
            columns={createColumns(accountId)}
          />
        )}
      </section>
    </>
  );
}

const getHost = ({ host }: { host: string }): string => host;
const getKey = ({ host, path }: Redirect): string => host + path;

const createColumns = (accountId: string): Column<Redirect>[] => [
  {
    title: t('redirects.old'),
    show: ({ host, path }) => (
      <bdi className={classes.url}>
        {host}
        {path}
      </bdi>
    ),
  },
  {
    title: t('redirects.target'),
    isBelow: true,
    show: ({ id }) => <Target id={id} {...{ accountId }} />,
  },
];

/** Links to the screen of a credential, badge or issuer by its URL. */
function Target({ accountId, id }: { accountId: string; id: string }) {
  const [, kind, guid = ''] = /\/(award|badge|issuer)\/([^/]+)$/.exec(id) ?? [];
  if (kind === 'award')
    return (
      <Link to="/$accountId/credentials/$credentialId" params={{ accountId, credentialId: guid }}>
        {t('redirects.target.credential', { id: guid })}
      </Link>
    );
  if (kind === 'badge')
    return (
      <Link to="/$accountId/badges/$badgeId" params={{ accountId, badgeId: guid }}>
        {t('redirects.target.badge', { id: guid })}
      </Link>
    );
  return (
    <Link to="/$accountId/issuers/$issuerId" params={{ accountId, issuerId: guid }}>
      {t('redirects.target.issuer', { id: guid })}
    </Link>
  );
}

const choices = ['keep', 'remove'] as const;
type Others = (typeof choices)[number];

function UploadRedirects({ count }: { count: number }) {
  const here = useAccount();
  const { accountId, api } = here;
  const queries = useQueryClient();
  const id = useId();
  const [file, setFile] = useState<File>();
  const [others, setOthers] = useState<Others>('keep');
  const [isMissing, setMissing] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const [done, setDone] = useState<Awaited<ReturnType<typeof api.redirects.replace>>>();
  const upload = useAction(async () => {
    if (!file) return;
    setDone(await api.redirects.replace({ file, others: count > 0 ? others : 'remove' }));
    setFile(undefined);
    await queries.invalidateQueries({ queryKey: redirectsQuery(here).queryKey });
    void queries.invalidateQueries({ queryKey: [accountId, 'audit'] });
  });
  const start = () => {
    setDone(undefined);
    upload.clear();
    if (!file) return setMissing(true);
    if (others === 'remove' && count > 0) setAsking(true);
    else void upload.act();
  };
  const { rows, error } = readProblem(upload.problem);
  const fileError = isMissing ? t('redirects.file.missing') : error;
  return (
    <>
      <section className="sheet stack" aria-label={t('redirects.file.title')}>
        <h2>{t('redirects.file.title')}</h2>
        <p>{t('redirects.file.words')}</p>
        <pre>{t('redirects.file.example')}</pre>
        <div className={wizard.drop}>
          <IconTableImport size={36} stroke={1.3} aria-hidden />
          <label htmlFor={id}>{file?.name ?? t('redirects.file.choose')}</label>
          <p id={`${id}-hint`} className="fine">
            {t('redirects.file.hint', {
              rows: redirectLimits.rows,
              total: redirectLimits.perAccount,
            })}
          </p>
          <input
            id={id}
            type="file"
            aria-label={t('redirects.file')}
            aria-describedby={`${id}-hint`}
            aria-invalid={fileError ? true : undefined}
            accept=".csv,text/csv"
            onChange={({ currentTarget }) => {
              setFile(currentTarget.files?.[0]);
              setMissing(false);
              setDone(undefined);
              upload.clear();
              // Allows choosing the corrected file again.
              currentTarget.value = '';
            }}
          />
        </div>
        {count > 0 && (
          <Select
            label={t('redirects.others')}
            data={choices.map((value) => ({ value, label: t(`redirects.others.${value}`) }))}
            value={others}
            allowDeselect={false}
            onChange={(value) => value && setOthers(value as Others)}
          />
        )}
        {fileError && <Notice tone="bad">{fileError}</Notice>}
        {!fileError && rows.length === 0 && <ProblemNotice problem={upload.problem} />}
        {rows.length > 0 && <Notice tone="bad">{t('redirects.refused')}</Notice>}
        {done && (
          <Notice tone="good" isAnnounced>
            {t('redirects.done', done)}
          </Notice>
        )}
        <div className="actions">
          <Button loading={upload.isBusy} onClick={start}>
            {t('redirects.upload')}
          </Button>
        </div>
        <ConfirmDialog
          opened={isAsking}
          close={() => setAsking(false)}
          title={t('redirects.replace.title')}
          action={t('redirects.replace.action')}
          act={upload.act}
        >
          <p>{t('redirects.replace.words', { count })}</p>
        </ConfirmDialog>
      </section>
      {rows.length > 0 && <RefusedRows rows={rows} />}
    </>
  );
}

type RefusedRow = { key: string; row: string; error: string };

/** Errors of rows, such as `host must be a domain` at `row 3`, or of the whole file. */
function readProblem(problem: unknown): { rows: RefusedRow[]; error?: string | undefined } {
  const details = problem instanceof InsigniaError ? problem.details : [];
  const rows = details.flatMap(({ path, message }, at) => {
    const [, row] = /^row (\d+)$/.exec(path) ?? [];
    const [, column, rest] = /^(host|path|id) (.*)$/s.exec(message) ?? [];
    if (row === undefined) return [];
    const error = toSentence(describeFieldError(rest ?? message));
    return [{ key: String(at), row, error: column ? `${column}: ${error}` : error }];
  });
  const [first] = details;
  return rows.length > 0 || !first ? { rows } : { rows, error: describeFieldError(first.message) };
}

/** The service reports up to this many errors. */
const MAX_SHOWN = 100;

function RefusedRows({ rows }: { rows: readonly RefusedRow[] }) {
  return (
    <section className="stack">
      <h2>{t('redirects.errors')}</h2>
      <Table
        label={t('redirects.errors')}
        rows={rows}
        getKey={({ key }) => key}
        columns={[
          { title: t('redirects.row'), show: ({ row }) => formatNumber(Number(row)) },
          { title: t('redirects.error'), isBelow: true, show: ({ error }) => error },
        ]}
      />
      {rows.length >= MAX_SHOWN && (
        <p className="fine">{t('redirects.errors.first', { count: rows.length })}</p>
      )}
    </section>
  );
}

function Steps() {
  const { accountId, may } = useAccount();
  const { host } = window.location;
  return (
    <section className="sheet stack">
      <h2>{t('redirects.steps.title')}</h2>
      <ol className="stack">
        <li>
          {t('redirects.steps.verify')}{' '}
          {may('listSsoConnections') && (
            <Link to="/$accountId/single-sign-on" params={{ accountId }}>
              {t('redirects.steps.domains')}
            </Link>
          )}
        </li>
        <li>{t('redirects.steps.upload')}</li>
        <li>{t('redirects.steps.dns', { host })}</li>
        <li>{t('redirects.steps.proxy')}</li>
      </ol>
      <p className="fine">{t('redirects.steps.result')}</p>
    </section>
  );
}
