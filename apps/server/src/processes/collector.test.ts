import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MetricsSnapshot } from '../platform/metrics/index.ts';
import { createMetricsCollector } from './collector.ts';

const snapshot = (counted: number, waiting: number): MetricsSnapshot => [
  {
    ...{ name: 'things_total', help: 'Things.', type: 'counter', aggregator: 'sum' },
    values: [{ value: counted, labels: { way: 'a' } }],
  },
  {
    ...{ name: 'waiting', help: 'Who waits.', type: 'gauge', aggregator: 'sum' },
    values: [{ value: waiting, labels: {} }],
  },
  {
    ...{ name: 'of_database', help: 'Read once.', type: 'gauge', aggregator: 'first' },
    values: [{ value: 7, labels: {} }],
  },
];
const lines = (text: string, name: string): string[] =>
  text.split('\n').filter((line) => line.startsWith(name));

test('metrics sum counters that never fall, label gauges by process, and count silent processes', async () => {
  const collector = createMetricsCollector<string>(3, 50);
  const answers = new Map<string, MetricsSnapshot | undefined>();
  const requests: [string, boolean][] = [];
  const join = (id: string, place: number, role: 'api' | 'worker') =>
    collector.add(id, place, role, (readsDatabase) => {
      requests.push([id, readsDatabase]);
      if (answers.has(id)) collector.receive(id, answers.get(id));
    });
  const states = (text: string) => lines(text, 'insignia_processes{').map((line) => line.slice(19));
  join('one', 0, 'api');
  join('two', 1, 'worker');
  answers.set('one', snapshot(3, 1)).set('two', snapshot(4, 2));
  const both = await collector.text();
  assert.deepEqual(requests.splice(0), [
    ['one', false],
    ['two', true],
  ]);
  assert.deepEqual(lines(both, 'things_total'), ['things_total{way="a"} 7']);
  assert.deepEqual(lines(both, 'waiting'), [
    'waiting{process="1",role="api"} 1',
    'waiting{process="2",role="worker"} 2',
  ]);
  assert.deepEqual(lines(both, 'of_database'), ['of_database 7']);
  assert.deepEqual(states(both), [
    'state="answering"} 2',
    'state="silent"} 0',
    'state="starting"} 1',
  ]);

  answers.set('one', snapshot(5, 1)).delete('two');
  const silent = await collector.text();
  assert.deepEqual(lines(silent, 'things_total'), ['things_total{way="a"} 9']);
  assert.deepEqual(lines(silent, 'waiting'), ['waiting{process="1",role="api"} 1']);
  assert.deepEqual(states(silent).slice(0, 2), ['state="answering"} 1', 'state="silent"} 1']);

  // It isn't asked again before it responds. Another process reads the database.
  requests.length = 0;
  await collector.text();
  assert.deepEqual(requests, [['one', true]]);
  collector.receive('two', snapshot(6, 2));
  // A process that can't respond counts with its last values.
  answers.set('two', undefined);
  assert.deepEqual(lines(await collector.text(), 'things_total'), ['things_total{way="a"} 11']);

  collector.remove('two');
  assert.deepEqual(lines(await collector.text(), 'things_total'), ['things_total{way="a"} 11']);
  join('three', 1, 'worker');
  answers.set('three', snapshot(1, 0));
  assert.deepEqual(lines(await collector.text(), 'things_total'), ['things_total{way="a"} 12']);
  collector.remove('three');
  collector.remove('one');
  const none = await collector.text();
  assert.deepEqual(lines(none, 'things_total'), ['things_total{way="a"} 12']);
  assert.deepEqual(lines(none, 'waiting'), []);
  assert.match(none, /^process_resident_memory_bytes\{process="0",role="first"\} \d/m);
});

test('a process that exits during a scrape does not delay it and is counted once', async () => {
  const collector = createMetricsCollector<string>(2, 600_000);
  collector.add('one', 0, 'api', () => collector.receive('one', snapshot(3, 1)));
  collector.add('two', 1, 'api', () => {
    collector.receive('one', snapshot(3, 1));
    collector.remove('one');
    collector.remove('two');
  });
  assert.deepEqual(lines(await collector.text(), 'things_total'), ['things_total{way="a"} 3']);
});
