import '@mantine/core/styles/Radio.layer.css';
import { Button, Modal, Radio } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type ConflictSide, type Difference, findDifferences, mergeValues } from './differences.ts';
import type { DraftBase } from './draft.ts';
import type { FormValues, useForm } from './form.ts';
import classes from './overwrite.module.css';
import { getPictureSource } from './picture-source.ts';
import { QueryContent } from './query-content.tsx';
import { t } from './t.ts';

export type OverwriteProps<V extends FormValues> = {
  form: Pick<
    ReturnType<typeof useForm<V, unknown>>,
    'initial' | 'values' | 'problem' | 'sendOver' | 'calm'
  >;
  /** Reads the current state. */
  read: () => Promise<DraftBase<V>>;
  /** Field labels. Other fields are hidden. */
  labels: Readonly<Record<keyof V & string, string>>;
  /** Fields with picture addresses. */
  pictures: readonly string[];
  /** Formats a value. */
  say?: (field: string, value: string) => string;
};

export function OverwriteDialog({ form, read, ...shown }: OverwriteProps<FormValues>) {
  const now = useQuery({ queryKey: ['overwrite', form.problem], queryFn: read, staleTime: 0 });
  return (
    <Modal
      opened
      onClose={form.calm}
      title={t('overwrite.title')}
      size="xl"
      lockScroll={false}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <QueryContent query={now}>
        {(theirs) => <Choice {...shown} form={form} theirs={theirs} />}
      </QueryContent>
    </Modal>
  );
}

type Props = Omit<OverwriteProps<FormValues>, 'read'> & { theirs: DraftBase<FormValues> };

function Choice({ form, theirs, labels, pictures, say = (_, value) => value }: Props) {
  const { initial, values, sendOver, calm } = form;
  const found = findDifferences(initial, values, theirs.initial);
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
          say={(value) => say(one.field, value)}
          chosen={chosen[one.field] ?? 'mine'}
          choose={(side) => setChosen({ ...chosen, [one.field]: side })}
        />
      ))}
      <div className="actions">
        <Button variant="default" onClick={calm}>
          {t('overwrite.back')}
        </Button>
        <Button onClick={() => sendOver(theirs, mergeValues(values, theirs.initial, chosen))}>
          {t('overwrite.save')}
        </Button>
      </div>
    </div>
  );
}

type FieldProps = Difference<FormValues> & {
  label: string;
  isPicture: boolean;
  sides: Record<ConflictSide, string | boolean | undefined>;
  say: (value: string) => string;
  chosen: ConflictSide;
  choose: (side: ConflictSide) => void;
};

function Field({ label, isContested, isPicture, sides, say, chosen, choose }: FieldProps) {
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
              <p className={classes.text}>{say(String(sides[side])) || t('overwrite.empty')}</p>
            )}
          </div>
        ))}
      </div>
    </Radio.Group>
  );
}
