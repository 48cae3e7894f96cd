import '@mantine/core/styles/Radio.layer.css';
import { Button, Radio } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Dialog } from './confirm-dialog.tsx';
import type { DraftBase } from './draft.ts';
import type { ApiForm, FormValues } from './form.ts';
import classes from './overwrite.module.css';
import { getPictureSource } from './picture-file.ts';
import { QueryContent } from './query-content.tsx';
import { t } from './t.ts';

type ConflictSide = 'mine' | 'theirs';
type Difference<V> = {
  field: keyof V & string;
  /** Both users changed the field, to different values. */
  isContested: boolean;
};

export type OverwriteProps<V extends FormValues> = {
  form: Pick<
    ApiForm<V>,
    'getInitialValues' | 'values' | 'problem' | 'overwrite' | 'dismissProblem'
  >;
  /** Reads the current state. */
  read: () => Promise<DraftBase<V>>;
  /** Field labels. Other fields are hidden. */
  labels: Readonly<Record<keyof V & string, string>>;
  /** Fields with picture addresses. */
  pictures: readonly string[];
  format?: (field: string, value: string) => string;
};

export function OverwriteDialog({ form, read, ...shown }: OverwriteProps<FormValues>) {
  const now = useQuery({ queryKey: ['overwrite', form.problem], queryFn: read, staleTime: 0 });
  return (
    <Dialog close={form.dismissProblem} title={t('overwrite.title')} size="xl" lockScroll={false}>
      <QueryContent query={now}>
        {(theirs) => <Choice {...shown} form={form} theirs={theirs} />}
      </QueryContent>
    </Dialog>
  );
}

type Props = Omit<OverwriteProps<FormValues>, 'read'> & { theirs: DraftBase<FormValues> };

function Choice({ form, theirs, labels, pictures, format = (_, value) => value }: Props) {
  const { getInitialValues, values, overwrite, dismissProblem } = form;
  const found = findDifferences(getInitialValues(), values, theirs.initial);
  const [chosen, setChosen] = useState<Readonly<Record<string, ConflictSide>>>(() =>
    Object.fromEntries(
      found.map(({ field, isContested }) => [field, isContested ? 'mine' : 'theirs']),
    ),
  );
  return (
    <div className="stack">
      <p>{found.length > 0 ? t('overwrite.words') : t('overwrite.same')}</p>
      {found.map((one) => (
        <Field
          key={one.field}
          {...one}
          label={labels[one.field] ?? one.field}
          isPicture={pictures.includes(one.field)}
          sides={{ mine: values[one.field], theirs: theirs.initial[one.field] }}
          format={(value) => format(one.field, value)}
          chosen={chosen[one.field] ?? 'mine'}
          choose={(side) => setChosen({ ...chosen, [one.field]: side })}
        />
      ))}
      <div className="actions">
        <Button variant="default" onClick={dismissProblem}>
          {t('overwrite.back')}
        </Button>
        <Button onClick={() => overwrite(theirs, mergeValues(values, theirs.initial, chosen))}>
          {t('overwrite.save')}
        </Button>
      </div>
    </div>
  );
}

type FieldProps = Difference<FormValues> & {
  label: string;
  isPicture: boolean;
  sides: Record<ConflictSide, FormValues[string] | undefined>;
  format: (value: string) => string;
  chosen: ConflictSide;
  choose: (side: ConflictSide) => void;
};

function Field({ label, isContested, isPicture, sides, format, chosen, choose }: FieldProps) {
  return (
    <Radio.Group
      label={label}
      description={isContested ? t('overwrite.both') : t('overwrite.one')}
      value={chosen}
      onChange={(side) => choose(side === 'theirs' ? 'theirs' : 'mine')}
    >
      <div className={classes.sides}>
        {(['theirs', 'mine'] as const).map((side) => (
          <div key={side} className={classes.side} data-chosen={chosen === side || undefined}>
            <Radio value={side} label={t(`overwrite.${side}`)} />
            {isPicture && sides[side] ? (
              <img src={getPictureSource(String(sides[side]))} alt="" />
            ) : (
              <p className={classes.text}>{format(String(sides[side])) || t('overwrite.empty')}</p>
            )}
          </div>
        ))}
      </div>
    </Radio.Group>
  );
}

/** Changes by someone else since `initial`, which saving would overwrite. */
function findDifferences<V extends FormValues>(initial: V, mine: V, theirs: V): Difference<V>[] {
  return Object.keys(theirs)
    .filter((field) => theirs[field] !== initial[field] && theirs[field] !== mine[field])
    .map((field) => ({ field, isContested: mine[field] !== initial[field] }));
}

/** The user's values, or the other's where chosen. */
function mergeValues<V extends FormValues>(
  mine: V,
  theirs: V,
  chosen: Readonly<Partial<Record<string, ConflictSide>>>,
): V {
  const replaced = Object.entries(theirs).filter(([field]) => chosen[field] === 'theirs');
  return { ...mine, ...Object.fromEntries(replaced) };
}
