import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { saveResponse } from '../../shared/download.ts';
import { ProblemNotice } from '../../shared/notice.tsx';
import { Table, type TableProps } from '../../shared/table.tsx';
import { useAction } from '../../shared/use-action.ts';
import classes from './imports.module.css';

type Download = { label: string; load: () => Promise<Response>; fileName: string };
type Props<Row> = Omit<TableProps<Row>, 'label'> & {
  title: string;
  explanation: string;
  download: Download;
  /** Says that the download has more rows. */
  more?: string | undefined;
};

/** Some rows of an import in a table, with a download of all of them. */
export function RowsReport<Row>({ title, explanation, download, more, ...table }: Props<Row>) {
  const { act, isBusy, problem } = useAction(async () =>
    saveResponse(await download.load(), download.fileName),
  );
  return (
    <section className="stack">
      <header className={classes.head}>
        <div>
          <h2>{title}</h2>
          <p className="fine">{explanation}</p>
        </div>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          loading={isBusy}
          onClick={() => void act()}
        >
          {download.label}
        </Button>
      </header>
      <ProblemNotice problem={problem} />
      <Table label={title} {...table} />
      {more && <p className="fine">{more}</p>}
    </section>
  );
}
