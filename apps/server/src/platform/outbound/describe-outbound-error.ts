/** Describes a failure without revealing what a name resolves to. */
export function describeOutboundError({ name, message }: Error): string {
  if (name === 'TimeoutError' || name === 'AbortError') return 'no response in time';
  if (message.startsWith('the URL ')) return message;
  if (/private address/.test(message)) return "the host isn't public";
  return "the host can't be reached";
}
