import { pagePaths } from '@insignia/contract/paths';
import { Menu, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconCheck, IconDots, IconSelector } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useAccount } from '../shared/account.ts';
import { clearBrowser } from '../shared/clear-browser.ts';
import { createAccountClient } from '../shared/connection.ts';
import { formatNumber } from '../shared/format.ts';
import { ProblemNotice } from '../shared/notice.tsx';
import { openRequestsQuery, userQuery } from '../shared/queries.ts';
import { Seal } from '../shared/seal.tsx';
import { t } from '../shared/t.ts';
import { useAction } from '../shared/use-action.ts';
import switcherClasses from './account-switcher.module.css';
import { JobsTray } from './jobs-tray.tsx';
import { shortcutHelp } from './keyboard-shortcuts.tsx';
import { screens } from './screens.ts';
import classes from './side-bar.module.css';
import { chooseTheme, themes, useChosenTheme } from './theme.ts';
import menuClasses from './user-menu.module.css';

export function SideBar({ onLinkFollowed }: { onLinkFollowed?: () => void }) {
  const { accountId, may } = useAccount();
  return (
    <div className={classes.bar}>
      <Link
        to="/$accountId"
        params={{ accountId }}
        className={classes.brand}
        onClick={onLinkFollowed}
      >
        <Seal size={26} />
        Insignia
      </Link>
      <AccountSwitcher />
      <nav aria-label={t('shell.nav')} className={classes.nav}>
        {screens
          .filter(({ needs }) => may(needs))
          .map(({ to, label, icon: Icon }) => (
            <Link
              key={to}
              to={to}
              params={{ accountId }}
              activeOptions={{ exact: to === '/$accountId', includeSearch: false }}
              className={classes.link}
              onClick={onLinkFollowed}
            >
              <Icon size={18} stroke={1.6} aria-hidden />
              {t(label)}
              {label === 'nav.requests' && <OpenRequests />}
            </Link>
          ))}
      </nav>
      <div className={classes.footer}>
        <JobsTray />
        <UserMenu />
      </div>
    </div>
  );
}

function OpenRequests() {
  const { data: count = 0 } = useQuery(openRequestsQuery(useAccount()));
  if (count === 0) return null;
  return (
    <>
      {' '}
      <span className={classes.count}>
        {count > 99 ? '99+' : formatNumber(count)}{' '}
        <VisuallyHidden>{t('nav.requests.open')}</VisuallyHidden>
      </span>
    </>
  );
}

function AccountSwitcher() {
  const { account, accountId } = useAccount();
  const navigate = useNavigate();
  return (
    <Menu position="bottom-start" width={240} transitionProps={{ duration: 0 }}>
      <Menu.Target>
        <UnstyledButton className={switcherClasses.button}>
          <span className={switcherClasses.mark} aria-hidden>
            {[...account.name][0]?.toLocaleUpperCase()}
          </span>
          <span className={switcherClasses.words}>
            <span className={switcherClasses.name}>{account.name}</span>
            <span className="fine">{t(`role.${account.role}`)}</span>
          </span>
          <VisuallyHidden>{t('switcher.label')}</VisuallyHidden>
          <IconSelector size={16} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {account.accounts.map(({ accountId: id, name }) => (
          <Menu.Item
            key={id}
            rightSection={id === accountId && <IconCheck size={16} aria-hidden />}
            onClick={() => void navigate({ to: '/$accountId', params: { accountId: id } })}
          >
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

async function signOut(): Promise<void> {
  await createAccountClient().people.signOut();
  await clearBrowser();
  location.assign(pagePaths.signIn);
}

function UserMenu() {
  const { data: user } = useQuery(userQuery);
  const chosen = useChosenTheme();
  const { act, isBusy, problem } = useAction(signOut);
  return (
    <>
      <ProblemNotice problem={problem} />
      <Menu position="top-start" width={240} transitionProps={{ duration: 0 }}>
        <Menu.Target>
          <UnstyledButton className={menuClasses.button}>
            <VisuallyHidden>{t('user.label')}</VisuallyHidden>
            <span className={menuClasses.words}>
              <span className={menuClasses.name}>{user?.name}</span>
              <span className={menuClasses.email}>{user?.email}</span>
            </span>
            <IconDots size={18} aria-hidden />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{t('theme')}</Menu.Label>
          <fieldset aria-label={t('theme')} className={menuClasses.themes}>
            {themes.map((theme) => (
              <Menu.RadioItem
                key={theme}
                value={theme}
                checked={theme === chosen}
                closeMenuOnClick
                className={menuClasses.choice}
                onChange={() => chooseTheme(theme)}
              >
                {t(`theme.${theme}`)}
              </Menu.RadioItem>
            ))}
          </fieldset>
          <Menu.Divider />
          <Menu.Item onClick={() => shortcutHelp.set(true)} rightSection={<kbd>?</kbd>}>
            {t('keyboard.title')}
          </Menu.Item>
          <Menu.Item component="a" href={pagePaths.reference}>
            {t('user.reference')}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item disabled={isBusy} onClick={() => void act()}>
            {t('user.signOut')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  );
}
