/** Every address that is published or mailed. */
export type Urls = ReturnType<typeof createUrls>;

export function createUrls(baseUrl: string) {
  return {
    base: baseUrl,
    host: new URL(baseUrl).host,
    issuer: (id: string) => `${baseUrl}/certify-badge/issuer/${id}`,
    badge: (id: string) => `${baseUrl}/certify-badge/badge/${id}`,
    award: (id: string) => `${baseUrl}/certify-badge/award/${id}`,
    page: (id: string) => `${baseUrl}/credentials/${id}`,
    badgePage: (id: string) => `${baseUrl}/badge/${id}`,
    issuerPage: (id: string) => `${baseUrl}/issuer/${id}`,
    /** `version` changes with what the card shows. */
    card: (id: string, version: string) => `${baseUrl}/credentials/${id}/card.png?v=${version}`,
    bakedImage: (id: string) => `${baseUrl}/credentials/${id}/badge.png`,
    qr: (id: string) => `${baseUrl}/credentials/${id}/qr.svg`,
    embed: (id: string) => `${baseUrl}/credentials/${id}/embed`,
    pdf: (id: string) => `${baseUrl}/awards/${id}/pdf`,
    oembed: (url: string) => `${baseUrl}/oembed?url=${encodeURIComponent(url)}`,
    verify: (url: string) => `${baseUrl}/verify?url=${encodeURIComponent(url)}`,
    image: (cid: string) => `${baseUrl}/ipfs/${cid}`,
    verifyIssuer: (id: string, code: string) =>
      `${baseUrl}/certify-badge/verify-issuer/${id}/${code}`,
    confirmEmail: (token: string) => `${baseUrl}/confirm-email?token=${token}`,
    resetPassword: (token: string) => `${baseUrl}/reset-password?token=${token}`,
    acceptInvitation: (inviteId: string) => `${baseUrl}/accept-invitation?inviteId=${inviteId}`,
    unsubscribe: (token: string) => `${baseUrl}/mail/unsubscribe/${token}`,
    signIn: `${baseUrl}/sign-in`,
  };
}
