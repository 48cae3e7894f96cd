import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NotRecovered } from './recover.ts';

test('what ended the server is told, not what those were told who asked it meanwhile', () => {
  const { message, lastCommit } = new NotRecovered(`
2026-11-23 10:00:00 UTC [1] LOG:  last completed transaction was at log time 2026-11-23 09:59:58.25+00
2026-11-23 10:00:00 UTC [1] FATAL:  recovery ended before configured recovery target was reached
2026-11-23 10:00:00 UTC [2] FATAL:  the database system is not accepting connections
2026-11-23 10:00:00 UTC [2] DETAIL:  Hot standby mode is disabled.
2026-11-23 10:00:00 UTC [3] FATAL:  the database system is shutting down
`);
  assert.equal(message, 'FATAL:  recovery ended before configured recovery target was reached');
  assert.equal(lastCommit, '2026-11-23T09:59:58.25Z');
});
