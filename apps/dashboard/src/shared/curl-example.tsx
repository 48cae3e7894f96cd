import type { OperationId } from '@insignia/contract';
import { operationSummaries } from '@insignia/contract/calls';
import { useQuery } from '@tanstack/react-query';
import { useAccount } from './account.ts';
import { CopyButton } from './copy-button.tsx';
import { keysQuery, userQuery } from './queries.ts';
import { t } from './t.ts';

type Args = Readonly<Record<string, unknown>>;

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** Curl command of a screen's request, with `$INSIGNIA_API_KEY`. */
function buildCurlCommand(id: OperationId, args: Args, origin: string): string {
  const { method, path, body, bare } = operationSummaries[id];
  const rest = new Map(Object.entries(args).filter(([, value]) => value !== undefined));
  const address = path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = String(rest.get(name));
    rest.delete(name);
    return encodeURIComponent(value);
  });
  const fields = Object.fromEntries(rest);
  const query =
    body || rest.size === 0 ? '' : `?${new URLSearchParams(fields as Record<string, string>)}`;
  return [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quoted(`${origin}${address}${query}`)}`,
    '-H "X-Api-Key: $INSIGNIA_API_KEY"',
    ...(body
      ? [
          "-H 'Content-Type: application/json'",
          `-d ${quoted(JSON.stringify(bare ? fields : { parameters: fields }))}`,
        ]
      : []),
  ].join(' \\\n  ');
}

type Props = {
  operation: OperationId;
  args?: Args;
  isOpen?: boolean;
};

/** True if the user has an API key. Admins also see those of others, which they can't use. */
export function useHasKey(): boolean {
  const { data: keys = [] } = useQuery(keysQuery(useAccount()));
  const { data: user } = useQuery(userQuery);
  return keys.some(({ maker }) => maker.personId === user?.id);
}

/** Only for users who have an API key: to others, it means nothing. */
export function CurlExample({ operation, args = {}, isOpen = false }: Props) {
  if (!useHasKey()) return null;
  const text = buildCurlCommand(operation, args, location.origin);
  return (
    <details className="curl" open={isOpen}>
      <summary>{t('curl')}</summary>
      <pre>{text}</pre>
      <CopyButton text={text} size="compact-sm" />
    </details>
  );
}
