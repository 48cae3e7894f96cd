import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { LIST_ENTRIES, permuteIndex } from './status-lists.ts';

test('every list index is assigned once, in an order that reveals nothing', () => {
  const seed = randomBytes(16);
  const places = Array.from({ length: LIST_ENTRIES }, (_, nth) => permuteIndex(seed, nth));
  assert.equal(new Set(places).size, LIST_ENTRIES);
  assert.ok(places.every((place) => place >= 0 && place < LIST_ENTRIES));
  // Neighbors in time aren't neighbors in position. Of so many, some two are by chance.
  const neighbours = places.filter((place, nth) => Math.abs(place - (places[nth - 1] ?? -9)) === 1);
  assert.ok(neighbours.length < 40, `${neighbours.length} neighbours`);
  assert.notDeepEqual(
    places.slice(0, 100),
    Array.from({ length: 100 }, (_, nth) => permuteIndex(randomBytes(16), nth)),
  );
});
