import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type DocumentNode, readNodeDetails } from './read-node.ts';

let lookups = 0;
class Counted extends Map<string, unknown> {
  override get(name: string): unknown {
    lookups++;
    return super.get(name);
  }
}
const createNode = (members: object): DocumentNode => new Counted(Object.entries(members));

test('a node with many frameworks causes only a few lookups of each other node', () => {
  const many = 2_000;
  const named = Array.from({ length: many }, (_, at) => `urn:${at}`);
  // Without names, so that the next document is fetched.
  const others = named.map((id) => createNode({ id }));
  const skill = createNode({ name: 'Sampling', isPartOf: [...named, 'urn:last'] });
  const nodes = [skill, ...others, createNode({ id: 'urn:last', title: 'Statistics' })];
  lookups = 0;
  assert.equal(readNodeDetails(skill, nodes, 'en').framework, 'Statistics');
  assert.ok(lookups < many * 50, `${lookups} times`);
});

test('a framework named many times is read once, however long it is', () => {
  let read = 0;
  const values = Array.from({ length: 1_000 }, () => ({
    get '@language'() {
      read++;
      return 'en';
    },
  }));
  const skill = createNode({ name: 'Sampling', isPartOf: Array(1_000).fill('urn:one') });
  const nodes = [skill, createNode({ id: 'urn:one', name: values })];
  assert.equal(readNodeDetails(skill, nodes, 'en').framework, undefined);
  assert.ok(read <= 10_000, `${read} times`);
});
