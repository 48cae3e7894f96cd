import { formatMoment, formatRelativeTime } from './format.ts';

type Props = { at: string | number; className?: string | undefined };

/** Time since then, with the date as tooltip. */
export function RelativeTime({ at, className }: Props) {
  return (
    <time dateTime={new Date(at).toISOString()} title={formatMoment(at)} className={className}>
      {formatRelativeTime(at)}
    </time>
  );
}
