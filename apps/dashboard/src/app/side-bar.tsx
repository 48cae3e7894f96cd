import { Link } from '@tanstack/react-router';
import { useAccount } from '../shared/account.ts';
import { Seal } from '../shared/seal.tsx';
import { t } from '../shared/t.ts';
import { AccountSwitcher } from './account-switcher.tsx';
import { JobsTray } from './jobs-tray.tsx';
import { screens } from './screens.ts';
import classes from './side-bar.module.css';
import { UserMenu } from './user-menu.tsx';

/** `gone` is called when a link is followed. */
export function SideBar({ gone }: { gone?: () => void }) {
  const { accountId, may } = useAccount();
  return (
    <div className={classes.bar}>
      <Link to="/$accountId" params={{ accountId }} className={classes.brand} onClick={gone}>
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
              onClick={gone}
            >
              <Icon size={18} stroke={1.6} aria-hidden />
              {t(label)}
            </Link>
          ))}
      </nav>
      <div className={classes.foot}>
        <JobsTray />
        <UserMenu />
      </div>
    </div>
  );
}
