import {
  awardPdf,
  buildLtiPaths,
  certificatePicture,
  claimPage,
  createPathBuilder,
  credentialBadge,
  credentialCard,
  credentialIssuer,
  credentialQr,
  deleteImported,
  getImage,
  issuerDid,
  oembed,
  pagePaths,
  publicAward,
  publicBadge,
  publicIssuer,
  signedBadge,
  signedCredential,
  signedJwt,
  statusList,
  statusListToken,
  unsubscribe,
  verify,
  verifyIssuerLink,
  walletEndpointPaths,
  walletExchange,
  walletOffer,
  walletOfferDocument,
  walletOfferExchange,
  withQuery,
} from '@insignia/contract';

const didPath = createPathBuilder(issuerDid.path);

/** did:web Method Specification §2.3. Resolving it requires HTTPS and a host name. */
function buildDid(host: string, path: string): string {
  const segments = path.split('/').slice(1, -1);
  return ['did:web', host.replace(':', '%3A'), ...segments].join(':');
}

/** All published and emailed URLs. */
export type Urls = ReturnType<typeof createUrls>;

export function createUrls(baseUrl: string, { hasMyCredentials = true, isStatic = false } = {}) {
  const under = <const P extends string>(path: P) => createPathBuilder(path, baseUrl);
  const page = (path: string, query: Record<string, string>): string =>
    baseUrl + withQuery(path, query);
  const card = under(credentialCard.path);
  const certificate = under(certificatePicture.path);
  const ssoStart = under(pagePaths.ssoStart);
  const ssoFinish = under(pagePaths.ssoFinish);
  const walletToken = under(walletEndpointPaths.token);
  const walletNonce = under(walletEndpointPaths.nonce);
  const walletCredential = under(walletEndpointPaths.credential);
  const walletNotification = under(walletEndpointPaths.notification);
  return {
    base: baseUrl,
    host: new URL(baseUrl).host,
    /** True for pages in files, without links that need the service. */
    isStatic,
    issuer: under(publicIssuer.path),
    badge: under(publicBadge.path),
    credential: under(publicAward.path),
    credentialPage: under(pagePaths.credential),
    shortCode: under(pagePaths.shortCode),
    badgePage: under(pagePaths.badge),
    issuerPage: under(pagePaths.issuer),
    claim: under(claimPage.path),
    /** `version` changes with the card's content. */
    card: (id: string, version: string) => withQuery(card(id), { v: version }),
    /** `version` changes with the certificate's content. */
    certificatePicture: (id: string, version: string) => withQuery(certificate(id), { v: version }),
    bakedImage: under(credentialBadge.path),
    qr: under(credentialQr.path),
    embed: under(pagePaths.embed),
    pdf: under(awardPdf.path),
    oembed: (url: string) => page(oembed.path, { url }),
    signed: under(signedCredential.path),
    signedJwt: under(signedJwt.path),
    signedBadge: under(signedBadge.path),
    credentialIssuer: under(credentialIssuer.path),
    walletExchange: under(walletExchange.path),
    walletOffer: under(walletOffer.path),
    walletOfferDocument: under(walletOfferDocument.path),
    walletOfferExchange: under(walletOfferExchange.path),
    walletEndpoints: (issuerId: string) => ({
      token: walletToken(issuerId),
      nonce: walletNonce(issuerId),
      credential: walletCredential(issuerId),
      notification: walletNotification(issuerId),
    }),
    statusList: under(statusList.path),
    statusListToken: under(statusListToken.path),
    did: (issuerId: string) => buildDid(new URL(baseUrl).host, didPath(issuerId)),
    verify: (url: string) => page(verify.path, { url }),
    image: under(getImage.path),
    verifyIssuer: under(verifyIssuerLink.path),
    confirmEmail: (token: string) => page(pagePaths.confirmEmail, { token }),
    resetPassword: (token: string) => page(pagePaths.resetPassword, { token }),
    acceptInvitation: (inviteId: string) => page(pagePaths.acceptInvitation, { inviteId }),
    unsubscribe: under(unsubscribe.path),
    /** Undefined if the operator turned My credentials off. */
    my: hasMyCredentials ? baseUrl + pagePaths.my : undefined,
    imported: under(deleteImported.path),
    collection: under(pagePaths.sharedCollection),
    profile: under(pagePaths.profile),
    confirmMySignIn: (token: string) => page(pagePaths.confirmMySignIn, { token }),
    ssoCallback: under(pagePaths.ssoCallback),
    ssoMetadata: under(pagePaths.ssoMetadata),
    ssoAcs: under(pagePaths.ssoAcs),
    ssoFinish: (connectionId: string, code: string) => withQuery(ssoFinish(connectionId), { code }),
    ssoTest: (connectionId: string, test: string) => withQuery(ssoStart(connectionId), { test }),
    /** For platforms of one account, or for those that share the service's URLs. */
    lti(accountId: string | undefined) {
      const { keys, login, launch } = buildLtiPaths(accountId);
      return { keys: baseUrl + keys, login: baseUrl + login, launch: baseUrl + launch };
    },
    ltiRegister: (token: string) => page(pagePaths.ltiRegister, { token }),
    signIn: baseUrl + pagePaths.signIn,
    dashboard: baseUrl + pagePaths.dashboard,
  };
}
