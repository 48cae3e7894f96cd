import { Fragment } from 'react';

/** Inline names with their own text directions. */
export function InlineNames({ items }: { items: readonly { name: string; after?: string }[] }) {
  return items.map(({ name, after }, at) => (
    <Fragment key={name}>
      {at > 0 && ', '}
      <bdi>{name}</bdi>
      {after}
    </Fragment>
  ));
}
