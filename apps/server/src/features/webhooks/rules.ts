/** What a delivery tells; ids are bare. */
export type EventData = {
  badgeId?: string;
  badgeName?: string;
  recipient?: { name: string; email: string };
  issuedOn?: string;
  expires?: string | null;
  reason?: string;
};

type Told = {
  id: string;
  type: string;
  /** Epoch milliseconds. */
  createdAt: number;
  credentialId: string | null;
  data: EventData | null;
};
type Links = { award: (id: string) => string; badge: (id: string) => string };

/** The body of a delivery, the same bytes for every attempt (interface specification §6.2). */
export function bodyOf({ id, type, createdAt, credentialId, data }: Told, urls: Links): string {
  return JSON.stringify({
    id,
    type,
    createdAt,
    data: dataOf(type, credentialId, data ?? {}, urls),
  });
}

function dataOf(type: string, credentialId: string | null, data: EventData, urls: Links): object {
  if (credentialId === null) return {};
  const awardId = urls.award(credentialId);
  const recipient = { email: data.recipient?.email, name: data.recipient?.name };
  switch (type) {
    case 'credential.issued':
      return {
        awardId,
        badgeId: urls.badge(data.badgeId ?? ''),
        badgeName: data.badgeName,
        recipient,
        issuedOn: data.issuedOn,
        expires: data.expires ?? null,
      };
    case 'credential.delivered':
      return { awardId, recipient, badgeName: data.badgeName };
    case 'credential.revoked':
      return { awardId, reason: data.reason ?? '' };
    default:
      return { awardId, recipient };
  }
}

/** Slower answers leave an endpoint fewer places, so that slow ones do not take all of a worker's. */
const quickMs = 1_000;

/** How many deliveries to an endpoint may be under way: at most 8 (decisions, "Webhooks"). */
export function placesFor(endpoint: {
  failureCount: number;
  lastLatencyMs: number | null;
}): number {
  if (endpoint.failureCount > 0 || endpoint.lastLatencyMs === null) return 1;
  return endpoint.lastLatencyMs <= quickMs ? 8 : 2;
}
