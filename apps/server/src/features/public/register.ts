import type { Scope } from '../../platform/http/index.ts';
import { createPageScope } from '../../platform/pages/index.ts';
import type { DocumentDeps } from './documents/deps.ts';
import { documentRoutes } from './documents/routes.ts';
import type { FileDeps } from './files/deps.ts';
import { credentialEmbed } from './files/embed.ts';
import { oembedRoute } from './files/oembed.ts';
import { fileRoutes } from './files/routes.ts';
import { badgePage } from './pages/badge-page.ts';
import { credentialPage } from './pages/credential-page.ts';
import type { PageDeps } from './pages/deps.ts';
import { issuerPage } from './pages/issuer-page.ts';
import { type SignedDeps, signedRoutes } from './signed/routes.ts';
import { acceptPictures } from './verifier/body.ts';
import type { VerifyDeps } from './verifier/deps.ts';
import { verifyRoutes } from './verifier/routes.ts';

type PublicDeps = DocumentDeps & FileDeps & PageDeps & SignedDeps & VerifyDeps;

export function registerPublic(scope: Scope, deps: PublicDeps) {
  const verifier = scope.within(createPageScope(deps.urls.base), (pages) => {
    for (const page of [credentialPage, credentialEmbed, badgePage, issuerPage])
      page(pages.app, deps);
    return pages.within(acceptPictures, ({ implement }) => verifyRoutes(implement, deps));
  });
  return [
    documentRoutes(scope.implement, deps),
    oembedRoute(scope.implement, deps),
    fileRoutes(scope.implement, deps),
    signedRoutes(scope.implement, deps),
    verifier,
  ];
}
