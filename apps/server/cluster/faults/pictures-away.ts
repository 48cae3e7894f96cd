import assert from 'node:assert/strict';
import { createRequest } from '../../tests/support/create-request.ts';
import { badgeImage } from '../../tests/support/images.ts';
import { baseUrl } from '../support/service.ts';
import type { Fault } from './fault.ts';

export const picturesAway: Fault = {
  name: "Ceph's gateway frozen until a picture was refused",
  strike: async ({ key, issuerId, issues, pictures }) => {
    const ask = createRequest(baseUrl, { 'x-api-key': key });
    const badge = { name: 'B', description: 'D', criteria: 'C', issuerId };
    const create = async () =>
      ask('POST', '/badges', { parameters: { ...badge, image: await badgeImage(77) } });
    await pictures.signal('SIGSTOP');
    const [refused] = await Promise.all([create(), issues(30)]);
    await pictures.signal('SIGCONT');
    assert.deepEqual(
      [refused.status, refused.body?.code],
      [503, 'image_unavailable'],
      refused.text,
    );
    const created = await create();
    assert.equal(created.status, 200, created.text);
    const { badgeId } = created.body;
    const { body } = await ask('GET', `/badges?badgeId=${encodeURIComponent(badgeId)}`);
    assert.equal((await fetch(body.image)).status, 200);
  },
};
