import { pagePaths } from '@insignia/contract/paths';
import { ActionIcon, Button, Drawer, Modal } from '@mantine/core';
import { IconMenu2 } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, Outlet, useLocation, useMatches } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import {
  AccountContext,
  type AccountContextValue,
  createPermissionCheck,
  getRequiredRole,
  useAccount,
} from '../shared/account.ts';
import {
  createAccountClient,
  forbiddenCount,
  removedAccount,
  sessionEnded,
  signInAddress,
} from '../shared/connection.ts';
import { EmptyState } from '../shared/query-content.tsx';
import { announcement, Screen } from '../shared/screen.tsx';
import { Seal } from '../shared/seal.tsx';
import { t } from '../shared/t.ts';
import { Toasts } from '../shared/toast.tsx';
import { AccountNotFound } from './error-screens.tsx';
import { KeyboardShortcuts } from './keyboard-shortcuts.tsx';
import { ConnectionBanner, LoadingPage } from './loading-page.tsx';
import { accountQuery } from './open-account.ts';
import { findNavigationItem, findParentScreen } from './screens.ts';
import classes from './shell.module.css';
import { SideBar } from './side-bar.tsx';

const route = getRouteApi('/$accountId');

export function Shell() {
  const { accountId } = route.useParams();
  const { data: account } = useQuery(accountQuery(accountId));
  const queries = useQueryClient();
  const refused = forbiddenCount.use();
  useEffect(() => {
    if (refused > 0) void queries.invalidateQueries(accountQuery(accountId));
  }, [refused, queries, accountId]);
  const here = useMemo<AccountContextValue | undefined>(
    () =>
      account && {
        accountId,
        account,
        api: createAccountClient(accountId),
        may: createPermissionCheck(account.role),
      },
    [accountId, account],
  );
  if (removedAccount.use() === accountId) return <AccountNotFound />;
  if (!here) return <LoadingPage />;
  return (
    // Nothing of one account remains when another is opened.
    <AccountContext value={here} key={accountId}>
      <Frame />
    </AccountContext>
  );
}

function Frame() {
  const [isOpen, setOpen] = useState(false);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: closes the menu after navigation
  useEffect(() => setOpen(false), [pathname]);
  const title = announcement.use();
  return (
    <div className={classes.shell}>
      <a className={classes.skip} href="#main">
        {t('shell.skip')}
      </a>
      <aside className={classes.side}>
        <SideBar />
      </aside>
      <nav className={classes.top} aria-label={t('shell.menu')}>
        <ActionIcon
          variant="default"
          size="lg"
          aria-label={t('shell.menu')}
          aria-expanded={isOpen}
          onClick={() => setOpen(true)}
        >
          <IconMenu2 size={20} aria-hidden />
        </ActionIcon>
        <span className={classes.brand}>
          <Seal size={22} /> Insignia
        </span>
      </nav>
      <Drawer
        opened={isOpen}
        onClose={() => setOpen(false)}
        size="18rem"
        title={t('shell.menu')}
        closeButtonProps={{ 'aria-label': t('close') }}
      >
        {/* A link to the current screen doesn't change the path, but must close the menu too. */}
        <SideBar onLinkFollowed={() => setOpen(false)} />
      </Drawer>
      <div className={classes.page}>
        <ConnectionBanner />
        <main id="main" className={classes.main} tabIndex={-1}>
          <AllowedScreen />
        </main>
      </div>
      <div className="unseen" aria-live="polite">
        {title}
      </div>
      <KeyboardShortcuts />
      <SessionEnded />
      <Toasts />
    </div>
  );
}

/** The screen at the URL, or the reason why the user's role doesn't allow it. */
function AllowedScreen() {
  const { accountId, account, may } = useAccount();
  const place = findNavigationItem(useMatches({ select: (matches) => matches.at(-1)?.fullPath }));
  if (!place || may(place.needs)) return <Outlet />;
  const back = findParentScreen(place.to, may);
  return (
    <Screen key={place.to} title={t(place.label)} narrow>
      <EmptyState
        title={t('forbidden.title')}
        action={
          <Link to={back.to} params={{ accountId }}>
            {t(back.label)}
          </Link>
        }
      >
        {t('forbidden.words', {
          least: t(`role.${getRequiredRole(place.needs)}`),
          own: t(`role.${account.role}`),
        })}
      </EmptyState>
    </Screen>
  );
}

/** Covers the screen without unmounting it. Signing in returns to it. */
function SessionEnded() {
  const isEnded = sessionEnded.use();
  return (
    <Modal
      opened={isEnded}
      onClose={() => sessionEnded.set(false)}
      title={t('session.title')}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <p>{t('session.words')}</p>
      <div className="actions">
        <Button component="a" href={isEnded ? signInAddress() : pagePaths.signIn} data-autofocus>
          {t('session.signIn')}
        </Button>
      </div>
    </Modal>
  );
}
