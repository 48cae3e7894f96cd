import './app/mantine.css';
import '@fontsource-variable/source-sans-3/wght.css';
import '@fontsource-variable/source-serif-4/wght.css';
import '@insignia/tokens/tokens.css';
import './app/look.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { queryClient } from './app/open-account.ts';
import { restoreFocus } from './app/restore-focus.ts';
import { router } from './app/router.tsx';
import { mantineTheme, startTheme, useActiveTheme } from './app/theme.ts';

function Dashboard() {
  return (
    // `look.css` defines Mantine's variables, because the policy forbids its <style> element.
    <MantineProvider
      theme={mantineTheme}
      forceColorScheme={useActiveTheme()}
      withCssVariables={false}
      withGlobalClasses={false}
    >
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  );
}

startTheme();
restoreFocus();
const root = document.getElementById('root');
if (root) createRoot(root).render(<Dashboard />);
