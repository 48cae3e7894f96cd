import { Menu, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconCheck, IconSelector } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useAccount } from '../shared/account.ts';
import { t } from '../shared/t.ts';
import classes from './account-switcher.module.css';

/** Switches between the user's accounts. */
export function AccountSwitcher() {
  const { account, accountId } = useAccount();
  const navigate = useNavigate();
  return (
    <Menu position="bottom-start" width={240} transitionProps={{ duration: 0 }}>
      <Menu.Target>
        <UnstyledButton className={classes.button}>
          <span className={classes.mark} aria-hidden>
            {[...account.name][0]?.toLocaleUpperCase()}
          </span>
          <span className={classes.words}>
            <span className={classes.name}>{account.name}</span>
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
