import { callerByKeyStatement } from '../apps/server/src/features/access/index.ts';
import { issueStatement } from '../apps/server/src/features/credentials/index.ts';

const list = (items: string[]): string => items.map((item) => `"${item}"`).join(',');

/** wrk script: random public assertions. */
export function getIds(ids: string[]): string {
  return `local ids = {${list(ids)}}
request = function() return wrk.format("GET", "/certify-badge/award/" .. ids[math.random(#ids)]) end`;
}

/** wrk script: issues credentials in random accounts. */
export function postAwards(keys: string[], badges: string[]): string {
  return `local keys, badges = {${list(keys)}}, {${list(badges)}}
request = function()
  local n = math.random(#keys)
  local body = '{"parameters":{"badgeId":"' .. badges[n] .. '","recipient":{"name":"Person Number ' .. math.random(100000) ..
    '","email":"person' .. math.random(100000) .. '@example.org"},"issuedOn":"2026-01-31"}}'
  return wrk.format("POST", "/awards", {["X-Api-Key"] = keys[n], ["Content-Type"] = "application/json"}, body)
end`;
}

/** pgbench script: the database work of POST /awards, including the key lookup. */
export function lookUpAndIssue(accounts: number): string {
  const values = [
    ...['account', 'badge', 'uuidv7()', 'uuidv7()'],
    ...[
      "'Person Number ' || :p",
      "'person' || :p || '@example.org'",
      "'person number ' || :p",
      "'person' || :p || '@example.org'",
    ],
    ...[
      "'2026-01-31'::timestamptz",
      'null::timestamptz',
      "jsonb_build_object('issuedOn', '2026-01-31', 'expires', null)",
    ],
    ...['now()', "date_trunc('day', now())", '10000', 'null::text', 'null::bytea', 'null::jsonb'],
    ...['uuidv7()', 'person', 'key', "array['badgeId', 'recipient', 'issuedOn']"],
    ...['null::jsonb', 'null::integer'],
  ];
  const issue = issueStatement.replaceAll(
    /\$(\d+)/g,
    (_, at: string) => values[Number(at) - 1] ?? '',
  );
  return `\\set n random(1, ${accounts})
\\set p random(1, 100000)
${callerByKeyStatement.replace('$1', '(select hash from bench_accounts where n = :n)')};
${issue} from bench_accounts where n = :n;
`;
}
