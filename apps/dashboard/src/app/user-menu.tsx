import { pagePaths } from '@insignia/contract/paths';
import { Menu, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { clearBrowser } from '../shared/clear-browser.ts';
import { createAccountClient } from '../shared/client.ts';
import { ProblemNotice } from '../shared/notice.tsx';
import { userQuery } from '../shared/queries.ts';
import { t } from '../shared/t.ts';
import { useAction } from '../shared/use-action.ts';
import { shortcutHelp } from './keyboard-shortcuts.tsx';
import { chooseTheme, themes, useChosenTheme } from './theme.ts';
import classes from './user-menu.module.css';

async function signOut(): Promise<void> {
  await createAccountClient().people.signOut();
  await clearBrowser();
  location.assign(pagePaths.signIn);
}

/** The user's menu and browser settings. */
export function UserMenu() {
  const { data: person } = useQuery(userQuery);
  const chosen = useChosenTheme();
  const { act, isBusy, problem } = useAction(signOut);
  return (
    <>
      <ProblemNotice problem={problem} />
      <Menu position="top-start" width={240} transitionProps={{ duration: 0 }}>
        <Menu.Target>
          <UnstyledButton className={classes.button}>
            <VisuallyHidden>{t('user.label')}</VisuallyHidden>
            <span className={classes.words}>
              <span className={classes.name}>{person?.name}</span>
              <span className={classes.email}>{person?.email}</span>
            </span>
            <IconDots size={18} aria-hidden />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{t('theme')}</Menu.Label>
          <fieldset aria-label={t('theme')} className={classes.themes}>
            {themes.map((theme) => (
              <Menu.RadioItem
                key={theme}
                value={theme}
                checked={theme === chosen}
                closeMenuOnClick
                className={classes.choice}
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
