/** Describes a failure without revealing what a name resolves to. */
export function describeOutboundError({ name, message }: Error): string {
  if (name === 'TimeoutError' || name === 'AbortError') return 'no answer in time';
  if (message.startsWith('the URL ')) return message;
  if (/private address/.test(message)) return 'the host is not a public one';
  return 'the host cannot be reached';
}
