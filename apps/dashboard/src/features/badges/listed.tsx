import { Fragment } from 'react';

/** Names beside each other, each in its own direction. */
export function Listed({ items }: { items: readonly { name: string; after?: string }[] }) {
  return items.map(({ name, after }, at) => (
    <Fragment key={name}>
      {at > 0 && ', '}
      <bdi>{name}</bdi>
      {after}
    </Fragment>
  ));
}
