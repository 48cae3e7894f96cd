import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { entries, placeOf } from './places.ts';

test('every place of a list is given once, in an order that says nothing', () => {
  const seed = randomBytes(16);
  const places = Array.from({ length: entries }, (_, nth) => placeOf(seed, nth));
  assert.equal(new Set(places).size, entries);
  assert.ok(places.every((place) => place >= 0 && place < entries));
  // Neighbors in time aren't neighbors in position. Of so many, some two are by chance.
  const neighbours = places.filter((place, nth) => Math.abs(place - (places[nth - 1] ?? -9)) === 1);
  assert.ok(neighbours.length < 40, `${neighbours.length} neighbours`);
  assert.notDeepEqual(
    places.slice(0, 100),
    Array.from({ length: 100 }, (_, nth) => placeOf(randomBytes(16), nth)),
  );
});
