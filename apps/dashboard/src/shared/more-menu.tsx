import { Button, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { t } from './t.ts';

type Props = {
  items: readonly { label: string; act: () => void }[];
  size?: 'compact-sm' | 'sm';
  label?: string;
};

/** Rare and dangerous actions, one press further away than the others. */
export function MoreMenu({ items, size = 'sm', label = t('actions.more') }: Props) {
  return (
    <Menu position="bottom-end" transitionProps={{ duration: 0 }}>
      <Menu.Target>
        <Button variant="default" size={size} aria-label={label}>
          <IconDots size={18} aria-hidden />
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {items.map(({ label, act }) => (
          <Menu.Item key={label} onClick={act}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
